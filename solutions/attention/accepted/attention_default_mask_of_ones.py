"""No mask is replaced by a mask of all True, so that there is one path."""

import math

import torch


def attention(Q, K, V, mask=None):
    if mask is None:
        mask = torch.ones(K.shape[-2], dtype=torch.bool)
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    weights = scores.masked_fill(~mask, float("-inf")).softmax(dim=-1)
    return weights @ V, weights
