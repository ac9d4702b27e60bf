"""Each query picks its allowed keys and takes a softmax over those alone."""

import math

import torch


def attention(Q, K, V, mask=None):
    *leading, m, d_k = Q.shape
    n = K.shape[-2]
    full = torch.ones(m, n, dtype=torch.bool) if mask is None else mask
    allowed = full.expand(*leading, m, n).reshape(-1, n)
    scores = (Q @ K.transpose(-2, -1) / math.sqrt(d_k)).reshape(-1, n)
    rows = []
    for row_scores, row_allowed in zip(scores, allowed, strict=True):
        keys = row_allowed.nonzero().squeeze(1)
        row = torch.zeros(n, dtype=Q.dtype)
        rows.append(row.index_put((keys,), row_scores[keys].softmax(0)))
    weights = torch.stack(rows).reshape(*leading, m, n)
    return weights @ V, weights
