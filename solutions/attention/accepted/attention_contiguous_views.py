"""Leading axes flattened with contiguous and view, and bmm."""

import math

import torch


def attention(Q, K, V, mask=None):
    m, n = Q.shape[-2], K.shape[-2]
    q, k, v = (tensor.contiguous().view(-1, *tensor.shape[-2:]) for tensor in (Q, K, V))
    scores = torch.bmm(q, k.permute(0, 2, 1)) / math.sqrt(q.shape[-1])
    scores = scores.view(*Q.shape[:-2], m, n)
    if mask is not None:
        scores = scores.masked_fill(~mask, float("-inf"))
    weights = scores.softmax(dim=-1)
    out = torch.bmm(weights.view(-1, m, n), v)
    return out.view(*Q.shape[:-1], V.shape[-1]), weights
