"""Compare a call without a mask with a call with a mask of all True.

Then walk through both branches of your code, side by side.
"""

import math

FAILS = ("attention_full_mask_is_no_mask", "attention_mask_blocks")


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1)  # (..., m, n)
    if mask is None:
        weights = (scores / math.sqrt(Q.shape[-1])).softmax(dim=-1)
    else:
        weights = scores.masked_fill(~mask, float("-inf")).softmax(dim=-1)  # fault: these are not scaled
    return weights @ V, weights
