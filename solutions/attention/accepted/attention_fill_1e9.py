"""A large negative number as the fill value: a row without allowed keys becomes an average."""

import math


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(mask.eq(False), -1e9)
    weights = scores.softmax(dim=-1)
    return weights @ V, weights
