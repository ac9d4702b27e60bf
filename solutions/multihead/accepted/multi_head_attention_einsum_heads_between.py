"""Weights (d, h, d_head), multiplied with tensordot."""

import torch
from reference import attention
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        if d_model % n_heads != 0:
            raise ValueError("d_model must be a multiple of n_heads")
        self.h, self.d_head = n_heads, d_model // n_heads
        shape = (d_model, n_heads, self.d_head)
        self.w = nn.ParameterList([nn.Parameter(torch.randn(shape) / d_model**0.5) for _ in range(3)])
        self.b = nn.ParameterList([nn.Parameter(torch.zeros(n_heads, self.d_head)) for _ in range(3)])
        self.out = nn.Linear(d_model, d_model)

    def forward(self, x, kv=None, mask=None):
        kv = x if kv is None else kv
        q, k, v = (
            (torch.tensordot(tokens, w, dims=1) + b).transpose(1, 2)
            for tokens, w, b in zip((x, kv, kv), self.w, self.b, strict=True)
        )
        out, weights = attention(q, k, v, mask)
        self.last_weights = weights.detach()
        return self.out(out.transpose(1, 2).flatten(2))
