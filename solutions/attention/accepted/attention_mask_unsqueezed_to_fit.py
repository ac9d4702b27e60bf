"""Axes are put in front of the mask by hand until it has as many as the scores."""

import math


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        while mask.dim() < scores.dim():
            mask = mask.unsqueeze(0)
        scores = scores.masked_fill(~mask.expand_as(scores), float("-inf"))
    weights = scores.softmax(dim=-1)
    return weights @ V, weights
