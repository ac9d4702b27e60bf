"""The mask as a tensor of 0 and −∞ that is added to the scores."""

import math

import torch


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        M = torch.zeros(mask.shape, dtype=scores.dtype)
        M[~mask] = float("-inf")
        scores = scores + M
    weights = scores.softmax(dim=-1)
    return weights @ V, weights
