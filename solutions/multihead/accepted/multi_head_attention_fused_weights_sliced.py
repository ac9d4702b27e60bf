"""PyTorch's own layout, in_proj_weight and in_proj_bias, of which only the rows that are needed are used."""

import torch
from reference import attention
from torch import nn
from torch.nn.functional import linear


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        if d_model % n_heads != 0:
            raise ValueError("d_model must be a multiple of n_heads")
        self.h, self.d_head = n_heads, d_model // n_heads
        self.d = d_model
        self.in_proj_weight = nn.Parameter(torch.empty(3 * d_model, d_model))
        self.in_proj_bias = nn.Parameter(torch.zeros(3 * d_model))
        self.out_proj = nn.Linear(d_model, d_model)
        nn.init.xavier_uniform_(self.in_proj_weight)
        nn.init.zeros_(self.out_proj.bias)

    def forward(self, x, kv=None, mask=None):
        kv = x if kv is None else kv
        w_q, w_k, w_v = self.in_proj_weight.split(self.d)
        b_q, b_k, b_v = self.in_proj_bias.split(self.d)
        q, k, v = linear(x, w_q, b_q), linear(kv, w_k, b_k), linear(kv, w_v, b_v)
        q, k, v = (t.unflatten(-1, (self.h, self.d_head)).movedim(2, 1) for t in (q, k, v))
        out, weights = attention(q, k, v, mask)
        self.last_weights = weights.detach()
        return self.out_proj(out.movedim(1, 2).flatten(-2))
