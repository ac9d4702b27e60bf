"""nn.Softmax as a module."""

import math

from torch import nn


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(mask == 0, float("-inf"))
    weights = nn.Softmax(dim=-1)(scores)
    return weights @ V, weights
