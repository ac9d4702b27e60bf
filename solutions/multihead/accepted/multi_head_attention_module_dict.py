"""Layers in a ModuleDict, biases as parameters of their own."""

import torch
from reference import attention
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        if d_model % n_heads != 0:
            raise ValueError("d_model must be a multiple of n_heads")
        self.h, self.d_head = n_heads, d_model // n_heads
        self.layers = nn.ModuleDict({name: nn.Linear(d_model, d_model, bias=False) for name in ("q", "k", "v", "out")})
        self.biases = nn.ParameterDict({name: nn.Parameter(torch.zeros(d_model)) for name in self.layers})

    def project(self, name, t):
        return self.layers[name](t) + self.biases[name]

    def split(self, t):
        return t.unflatten(-1, (self.h, self.d_head)).transpose(1, 2)

    def forward(self, x, kv=None, mask=None):
        kv = x if kv is None else kv
        q, k, v = (self.split(self.project(name, t)) for name, t in (("q", x), ("k", kv), ("v", kv)))
        out, weights = attention(q, k, v, mask)
        self.last_weights = weights.detach()
        return self.project("out", out.transpose(1, 2).flatten(2))
