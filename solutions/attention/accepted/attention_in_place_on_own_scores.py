"""In-place operations, on a tensor of its own."""

import math


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1)
    scores /= math.sqrt(Q.shape[-1])
    if mask is not None:
        scores.masked_fill_(~mask, float("-inf"))
    weights = scores.softmax(dim=-1)
    return weights @ V, weights
