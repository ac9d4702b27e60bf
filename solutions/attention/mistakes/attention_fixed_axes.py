"""Call it with an axis of heads, (2, 3, 5, 8), and print the shape of every intermediate result.

Which axes do you swap, and which do you mean?
"""

import math

FAILS = ("attention_any_leading_axes",)


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(1, 2) / math.sqrt(Q.shape[-1])  # fault: counts axes from the front
    if mask is not None:
        scores = scores.masked_fill(~mask, float("-inf"))
    weights = scores.softmax(dim=-1)
    return weights @ V, weights
