"""Queries, keys and values in one parameter (3, h, d_head, d)."""

import torch
from reference import attention
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        if d_model % n_heads != 0:
            raise ValueError("d_model must be a multiple of n_heads")
        self.h, self.d_head = n_heads, d_model // n_heads
        self.qkv = nn.Parameter(torch.randn(3, n_heads, self.d_head, d_model) / d_model**0.5)
        self.qkv_bias = nn.Parameter(torch.zeros(3, n_heads, self.d_head))
        self.out = nn.Linear(d_model, d_model)

    def forward(self, x, kv=None, mask=None):
        kv = x if kv is None else kv
        q, k, v = (
            torch.einsum("btd,hed->bthe", tokens, weight).add(bias).transpose(1, 2)
            for tokens, weight, bias in zip((x, kv, kv), self.qkv, self.qkv_bias, strict=True)
        )
        out, weights = attention(q, k, v, mask)
        self.last_weights = weights.detach()
        return self.out(out.transpose(1, 2).flatten(2))
