"""A Python loop over heads that slices channels."""

import torch
from reference import attention
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        if d_model % n_heads != 0:
            raise ValueError("d_model must be a multiple of n_heads")
        self.h, self.d_head = n_heads, d_model // n_heads
        self.q, self.k, self.v, self.o = (nn.Linear(d_model, d_model) for _ in range(4))

    def forward(self, x, kv=None, mask=None):
        kv = x if kv is None else kv
        q, k, v = self.q(x), self.k(kv), self.v(kv)
        if mask is not None and mask.dim() == 4:
            mask = mask.squeeze(1)
        outs, weights = [], []
        for i in range(self.h):
            part = slice(i * self.d_head, (i + 1) * self.d_head)
            out, weight = attention(q[..., part], k[..., part], v[..., part], mask)
            outs.append(out)
            weights.append(weight.detach())
        self.last_weights = torch.stack(weights, 1)
        return self.o(torch.cat(outs, -1))
