"""Call it with an axis of heads, (2, 3, 5, 8), and sum the weights along the last axis.

How can you name the axis of the keys so that it is right for any number of axes?
"""

import math

FAILS = ("attention_any_leading_axes",)


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, float("-inf"))
    weights = scores.softmax(dim=2)  # fault: the keys of a batch, but the queries of four axes
    return weights @ V, weights
