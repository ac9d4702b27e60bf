"""Three lists with one small layer for each head."""

import torch
from reference import attention
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        if d_model % n_heads != 0:
            raise ValueError("d_model must be a multiple of n_heads")
        self.h, self.d_head = n_heads, d_model // n_heads
        self.queries, self.keys, self.values = (
            nn.ModuleList([nn.Linear(d_model, self.d_head) for _ in range(n_heads)]) for _ in range(3)
        )
        self.output = nn.Linear(d_model, d_model)

    def forward(self, x, kv=None, mask=None):
        kv = x if kv is None else kv
        q = torch.stack([layer(x) for layer in self.queries], dim=1)
        k = torch.stack([layer(kv) for layer in self.keys], dim=1)
        v = torch.stack([layer(kv) for layer in self.values], dim=1)
        out, weights = attention(q, k, v, mask)
        self.last_weights = weights.detach()
        return self.output(torch.cat([out[:, i] for i in range(self.h)], dim=-1))
