"""A list of small modules, one a head, each with three layers of its own."""

import torch
from reference import attention
from torch import nn


class Head(nn.Module):
    def __init__(self, d_model, d_head):
        super().__init__()
        self.q = nn.Linear(d_model, d_head)
        self.k = nn.Linear(d_model, d_head)
        self.v = nn.Linear(d_model, d_head)

    def forward(self, x, kv, mask):
        return attention(self.q(x), self.k(kv), self.v(kv), mask)


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        if d_model % n_heads != 0:
            raise ValueError("d_model must be a multiple of n_heads")
        self.h, self.d_head = n_heads, d_model // n_heads
        self.heads = nn.ModuleList([Head(d_model, self.d_head) for _ in range(n_heads)])
        self.mix = nn.Linear(d_model, d_model)

    def forward(self, x, kv=None, mask=None):
        kv = x if kv is None else kv
        if mask is not None and mask.dim() == 4:
            mask = mask[:, 0]  # (B, T_q, T_kv): heads are not an axis here
        outs, weights = zip(*(head(x, kv, mask) for head in self.heads), strict=True)
        self.last_weights = torch.stack(weights, dim=1).detach()
        return self.mix(torch.cat(outs, dim=-1))
