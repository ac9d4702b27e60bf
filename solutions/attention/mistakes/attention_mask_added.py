"""Print the scores before and after the mask for a row with one forbidden key.

By how much did the forbidden one drop, and by how much would it have to?
"""

import math

FAILS = ("attention_mask_blocks",)


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        scores = scores + mask  # fault: adds 1 where allowed, 0 where forbidden
    weights = scores.softmax(dim=-1)
    return weights @ V, weights
