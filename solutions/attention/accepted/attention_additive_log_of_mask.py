"""The logarithm of the mask, 0 for True and −∞ for False, added to the scores."""

import math


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        scores = scores + mask.to(scores.dtype).log()
    weights = scores.softmax(dim=-1)
    return weights @ V, weights
