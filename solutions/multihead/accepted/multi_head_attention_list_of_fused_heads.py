"""A list of fused layers, one a head, with 3 · d_head outputs each."""

import torch
from reference import attention
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        if d_model % n_heads != 0:
            raise ValueError("d_model must be a multiple of n_heads")
        self.h, self.d_head = n_heads, d_model // n_heads
        self.heads = nn.ModuleList(nn.Linear(d_model, 3 * self.d_head) for _ in range(n_heads))
        self.output = nn.Linear(d_model, d_model)

    def forward(self, x, kv=None, mask=None):
        kv = x if kv is None else kv
        q = torch.stack([head(x)[..., : self.d_head] for head in self.heads], dim=1)
        k, v = torch.stack([head(kv)[..., self.d_head :] for head in self.heads], dim=1).chunk(2, dim=-1)
        out, weights = attention(q, k, v, mask)
        self.last_weights = weights.detach()
        return self.output(out.transpose(1, 2).flatten(2))
