"""Attention written out, with the smallest float32 as a score for what is forbidden, and queries scaled."""

import torch
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        if d_model % n_heads != 0:
            raise ValueError("d_model must be a multiple of n_heads")
        self.h, self.d_head = n_heads, d_model // n_heads
        self.wq = nn.Linear(d_model, d_model)
        self.wk = nn.Linear(d_model, d_model)
        self.wv = nn.Linear(d_model, d_model)
        self.wo = nn.Linear(d_model, d_model)
        self.scale = self.d_head**-0.5

    def forward(self, x, kv=None, mask=None):
        B, T, d = x.shape
        kv = x if kv is None else kv
        q, k, v = self.wq(x) * self.scale, self.wk(kv), self.wv(kv)
        q, k, v = (t.view(B, -1, self.h, self.d_head).transpose(1, 2) for t in (q, k, v))
        scores = torch.einsum("bhte,bhse->bhts", q, k)
        if mask is not None:
            scores = scores + (1 - mask.float()) * -1e9
        weights = (scores - scores.amax(-1, keepdim=True)).exp()
        weights = weights / weights.sum(-1, keepdim=True)
        self.last_weights = weights.detach()
        return self.wo(torch.einsum("bhts,bhse->bthe", weights, v).reshape(B, T, d))
