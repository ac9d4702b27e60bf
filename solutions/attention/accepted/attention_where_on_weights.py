"""torch.where zeroes the weights after a stable softmax over the allowed keys only."""

import math

import torch


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    allowed = torch.ones_like(scores, dtype=torch.bool) if mask is None else mask.expand(scores.shape)
    scores = torch.where(allowed, scores, torch.finfo(scores.dtype).min)
    e = torch.exp(scores - scores.amax(-1, keepdim=True))
    e = torch.where(allowed, e, 0.0)
    total = e.sum(-1, keepdim=True)
    weights = e / torch.where(total > 0, total, 1.0)  # a row without any allowed key gives 0
    return weights @ V, weights
