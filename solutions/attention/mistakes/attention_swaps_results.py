"""Print the shapes of the two things that you return, for values whose width is not the number of keys."""

import math

FAILS = ()


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, float("-inf"))
    weights = scores.softmax(dim=-1)
    return weights, weights @ V  # fault: the other way round
