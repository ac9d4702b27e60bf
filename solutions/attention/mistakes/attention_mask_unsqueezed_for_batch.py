"""Print the shapes of scores and mask just before they meet, for a mask (m, n) and for a mask (B, m, n).

Which of them needs another axis, and what does broadcasting do by itself?
"""

import math

FAILS = ("attention_any_leading_axes", "attention_mask_blocks", "attention_mask_broadcasts")


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask.unsqueeze(0), float("-inf"))  # fault: a fourth axis for (B, m, n)
    weights = scores.softmax(dim=-1)
    return weights @ V, weights
