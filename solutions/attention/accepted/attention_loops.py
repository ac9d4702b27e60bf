"""Loops over queries and keys, and a recursion over the leading axes."""

import math

import torch


def attention(Q, K, V, mask=None):
    m, n = Q.shape[-2], K.shape[-2]
    if mask is None:
        mask = torch.ones(m, n, dtype=torch.bool)
    mask = mask.expand(*Q.shape[:-2], m, n)
    if Q.dim() > 2:
        pairs = [attention(q, k, v, allowed) for q, k, v, allowed in zip(Q, K, V, mask, strict=True)]
        return torch.stack([out for out, _ in pairs]), torch.stack([weights for _, weights in pairs])
    rows = []
    for i in range(m):
        scores = []
        for j in range(n):
            score = (Q[i] * K[j]).sum() / math.sqrt(Q.shape[-1])
            scores.append(score if mask[i, j] else torch.full_like(score, float("-inf")))
        rows.append(torch.softmax(torch.stack(scores), dim=0))
    out = [sum(weight * value for weight, value in zip(row, V, strict=True)) for row in rows]
    return torch.stack(out), torch.stack(rows)
