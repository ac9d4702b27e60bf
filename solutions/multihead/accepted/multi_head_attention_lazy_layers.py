"""Lazy layers, which learn their width in the first call."""

import torch
from reference import attention
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        if d_model % n_heads != 0:
            raise ValueError("d_model must be a multiple of n_heads")
        self.h, self.d_head = n_heads, d_model // n_heads
        self.q, self.k, self.v, self.o = (nn.LazyLinear(d_model) for _ in range(4))
        with torch.no_grad():
            for layer in (self.q, self.k, self.v, self.o):
                layer(torch.zeros(1, d_model))

    def forward(self, x, kv=None, mask=None):
        B, T, d = x.shape
        kv = x if kv is None else kv
        q, k, v = (t.view(B, -1, self.h, self.d_head).transpose(1, 2) for t in (self.q(x), self.k(kv), self.v(kv)))
        out, weights = attention(q, k, v, mask)
        self.last_weights = weights.detach()
        return self.o(out.transpose(1, 2).reshape(B, T, d))
