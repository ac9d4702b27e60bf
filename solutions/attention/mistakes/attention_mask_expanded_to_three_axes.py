"""Try a mask of shape (n,) and then scores with an axis of heads.

What does your expand assume about the number of axes, and is it needed at all?
"""

import math

FAILS = ("attention_any_leading_axes", "attention_mask_broadcasts")


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        mask = mask.expand(Q.shape[0], -1, -1)  # fault: needs two or three axes
        scores = scores.masked_fill(~mask, float("-inf"))
    weights = scores.softmax(dim=-1)
    return weights @ V, weights
