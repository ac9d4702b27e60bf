"""Print the shapes of scores and mask just before they meet.

Who knows whether there is an axis of heads: this function, or whoever calls it with a mask?
"""

import math

FAILS = ("attention_mask_blocks", "attention_mask_broadcasts")


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        if mask.dim() == 3:
            mask = mask.unsqueeze(1)  # (B, 1, m, n); fault: also where the scores have three axes
        scores = scores.masked_fill(~mask, float("-inf"))
    weights = scores.softmax(dim=-1)
    return weights @ V, weights
