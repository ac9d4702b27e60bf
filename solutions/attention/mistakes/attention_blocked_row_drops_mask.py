"""Mask one row out entirely and look at another row that has a forbidden key.

What became of the mask there?
"""

import math

FAILS = ("attention_blocked_row_spares_others",)


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None and mask.any(dim=-1).all():  # fault: one empty row switches the mask off for all
        scores = scores.masked_fill(~mask, float("-inf"))
    weights = scores.softmax(dim=-1)
    return weights @ V, weights
