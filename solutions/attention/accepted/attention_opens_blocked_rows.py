"""Rows without allowed keys see everything during the softmax; their weights are zeroed afterwards."""

import math


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    if mask is None:
        weights = scores.softmax(dim=-1)
    else:
        blocked = ~mask.any(dim=-1, keepdim=True)
        weights = scores.masked_fill(~(mask | blocked), float("-inf")).softmax(dim=-1)
        weights = weights.masked_fill(blocked, 0.0)
    return weights @ V, weights
