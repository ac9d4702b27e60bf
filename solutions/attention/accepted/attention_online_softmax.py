"""One key after the other with a running maximum and sum, as flash attention does."""

import math

import torch


def attention(Q, K, V, mask=None):
    m, n = Q.shape[-2], K.shape[-2]
    allowed = torch.ones(m, n, dtype=torch.bool) if mask is None else mask
    allowed = allowed.expand(*Q.shape[:-2], m, n)
    smallest = torch.finfo(Q.dtype).min
    scores = (Q @ K.mT / math.sqrt(Q.shape[-1])).masked_fill(~allowed, smallest)

    highest = torch.full_like(scores[..., 0], smallest)
    total = torch.zeros_like(highest)
    out = torch.zeros_like(Q[..., :1] * V[..., :1, :])  # (..., m, d_v)
    for j in range(n):
        now_highest = torch.maximum(highest, scores[..., j])
        shrink = torch.exp(highest - now_highest)
        part = torch.exp(scores[..., j] - now_highest) * allowed[..., j]
        total = total * shrink + part
        out = out * shrink[..., None] + part[..., None] * V[..., j : j + 1, :]
        highest = now_highest
    total = total.masked_fill(total == 0, 1.0)
    weights = torch.exp(scores - highest[..., None]) * allowed / total[..., None]
    return out / total[..., None], weights
