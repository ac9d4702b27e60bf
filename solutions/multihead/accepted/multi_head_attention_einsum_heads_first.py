"""Weights (h, d, d_head) and einsum, from projection to output."""

import torch
from reference import attention
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        if d_model % n_heads != 0:
            raise ValueError("d_model must be a multiple of n_heads")
        self.h, self.d_head = n_heads, d_model // n_heads
        shape = (n_heads, d_model, self.d_head)
        self.w_q, self.w_k, self.w_v = (nn.Parameter(torch.randn(shape) / d_model**0.5) for _ in range(3))
        self.b_q, self.b_k, self.b_v = (nn.Parameter(torch.zeros(n_heads, 1, self.d_head)) for _ in range(3))
        self.w_o = nn.Parameter(torch.randn(n_heads, self.d_head, d_model) / d_model**0.5)
        self.b_o = nn.Parameter(torch.zeros(d_model))

    def forward(self, x, kv=None, mask=None):
        kv = x if kv is None else kv
        q = torch.einsum("btd,hde->bhte", x, self.w_q) + self.b_q
        k = torch.einsum("bsd,hde->bhse", kv, self.w_k) + self.b_k
        v = torch.einsum("bsd,hde->bhse", kv, self.w_v) + self.b_v
        out, weights = attention(q, k, v, mask)
        self.last_weights = weights.detach()
        return torch.einsum("bhte,hed->btd", out, self.w_o) + self.b_o
