"""Print the standard deviation of your scores for d_k = 4 and d_k = 64, before and after you scale them.

In which direction should that line move it?
"""

import math

FAILS = ("attention_matches_formula",)


def attention(Q, K, V, mask=None):
    scale = math.sqrt(Q.shape[-1])
    scores = Q @ K.transpose(-2, -1) * scale  # fault: * for /
    if mask is not None:
        scores = scores.masked_fill(~mask, float("-inf"))
    weights = scores.softmax(dim=-1)
    return weights @ V, weights
