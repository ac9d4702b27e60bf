"""(1 − mask) · (−1e9), added to the scores."""

import math


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        scores = scores + (1.0 - mask.to(scores.dtype)) * -1e9
    weights = scores.softmax(dim=-1)
    return weights @ V, weights
