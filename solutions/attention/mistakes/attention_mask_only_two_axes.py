"""Print how many axes the masks of this exercise may have.

Then follow a mask with three axes through your code and see which branch it takes.
"""

import math

FAILS = ("attention_mask_blocks", "attention_mask_broadcasts")


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None and mask.dim() <= 2:  # fault: a mask per batch entry is silently dropped
        scores = scores.masked_fill(~mask, float("-inf"))
    weights = scores.softmax(dim=-1)
    return weights @ V, weights
