"""Leading axes flattened into one batch axis, then torch.baddbmm with an additive mask."""

import math

import torch


def attention(Q, K, V, mask=None):
    *leading, m, d_k = Q.shape
    n, d_v = V.shape[-2:]
    q, k, v = Q.reshape(-1, m, d_k), K.reshape(-1, n, d_k), V.reshape(-1, n, d_v)
    bias = torch.zeros(*leading, m, n, dtype=Q.dtype)
    if mask is not None:
        bias = bias.masked_fill(~mask, float("-inf"))
    scores = torch.baddbmm(bias.reshape(-1, m, n), q, k.transpose(1, 2), alpha=1 / math.sqrt(d_k))
    weights = scores.softmax(dim=2)
    out = torch.bmm(weights, v)
    return out.reshape(*leading, m, d_v), weights.reshape(*leading, m, n)
