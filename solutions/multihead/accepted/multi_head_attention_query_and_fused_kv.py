"""One layer for the queries, one for keys and values together."""

import torch
from reference import attention
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        if d_model % n_heads != 0:
            raise ValueError("d_model must be a multiple of n_heads")
        self.h, self.d_head = n_heads, d_model // n_heads
        self.to_q = nn.Linear(d_model, d_model)
        self.to_kv = nn.Linear(d_model, 2 * d_model)
        self.to_out = nn.Linear(d_model, d_model)

    def forward(self, x, kv=None, mask=None):
        context = x if kv is None else kv
        q = self.to_q(x)
        k, v = self.to_kv(context).chunk(2, dim=-1)
        q, k, v = (torch.stack(t.chunk(self.h, dim=-1), dim=1) for t in (q, k, v))  # (B, h, T, d_head)
        out, weights = attention(q, k, v, mask)
        self.last_weights = weights.detach()
        return self.to_out(torch.cat(out.unbind(1), dim=-1))
