"""Both matrix products as a broadcast product and a sum."""

import math


def attention(Q, K, V, mask=None):
    scores = (Q.unsqueeze(-2) * K.unsqueeze(-3)).sum(-1)  # (..., m, n)
    scores = scores / math.sqrt(Q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, float("-inf"))
    weights = scores.softmax(dim=-1)
    out = (weights.unsqueeze(-1) * V.unsqueeze(-3)).sum(-2)  # (..., m, d_v)
    return out, weights
