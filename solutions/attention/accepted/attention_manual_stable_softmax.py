"""A softmax by hand, the maximum of each row taken off first."""

import math

import torch


def stable_softmax(scores):
    highest = scores.max(dim=-1, keepdim=True).values  # (..., m, 1)
    exponentials = torch.exp(scores - highest)
    return exponentials / exponentials.sum(dim=-1, keepdim=True)


def attention(Q, K, V, mask=None):
    scores = torch.matmul(Q, K.transpose(-2, -1)) / math.sqrt(Q.size(-1))
    if mask is not None:
        scores = scores.masked_fill(mask.logical_not(), float("-inf"))
    weights = stable_softmax(scores)
    return torch.matmul(weights, V), weights
