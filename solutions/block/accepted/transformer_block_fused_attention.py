"""A MultiHeadAttention with one matrix for queries, keys and values."""

import torch
from reference import FeedForward, attention
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        if d_model % n_heads:
            raise ValueError("d_model is not divisible by n_heads")
        self.h = n_heads
        self.in_proj = nn.Parameter(torch.randn(3 * d_model, d_model) * d_model**-0.5)
        self.in_bias = nn.Parameter(torch.zeros(3 * d_model))
        self.out = nn.Linear(d_model, d_model)

    def forward(self, x, kv=None, mask=None):
        kv = x if kv is None else kv
        (w_q, w_k, w_v), (b_q, b_k, b_v) = self.in_proj.chunk(3), self.in_bias.chunk(3)
        q, k, v = (
            (z @ w.T + b).unflatten(-1, (self.h, -1)).transpose(1, 2)
            for z, w, b in ((x, w_q, b_q), (kv, w_k, b_k), (kv, w_v, b_v))
        )
        out, weights = attention(q, k, v, mask)
        self.last_weights = weights.detach()
        return self.out(out.transpose(1, 2).flatten(2))


class TransformerBlock(nn.Module):
    def __init__(self, d_model, n_heads, dropout=0.0):
        super().__init__()
        self.norm_1 = nn.LayerNorm(d_model)
        self.attend = MultiHeadAttention(d_model, n_heads)
        self.norm_2 = nn.LayerNorm(d_model)
        self.feed = FeedForward(d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, mask=None):
        x = x + self.dropout(self.attend(self.norm_1(x), mask=mask))
        return x + self.dropout(self.feed(self.norm_2(x)))
