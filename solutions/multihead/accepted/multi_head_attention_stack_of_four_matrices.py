"""All four matrices in one parameter (4, d, d), all biases in another."""

import torch
from reference import attention
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        if d_model % n_heads != 0:
            raise ValueError("d_model must be a multiple of n_heads")
        self.h, self.d_head = n_heads, d_model // n_heads
        self.matrices = nn.Parameter(torch.randn(4, d_model, d_model) * d_model**-0.5)
        self.offsets = nn.Parameter(torch.zeros(4, d_model))

    def forward(self, x, kv=None, mask=None):
        B, T, d = x.shape
        kv = x if kv is None else kv
        q, k, v = (t @ self.matrices[i] + self.offsets[i] for i, t in enumerate((x, kv, kv)))
        q, k, v = (t.view(B, -1, self.h, self.d_head).transpose(1, 2) for t in (q, k, v))
        out, weights = attention(q, k, v, mask)
        self.last_weights = weights.detach()
        return out.transpose(1, 2).reshape(B, T, d) @ self.matrices[3] + self.offsets[3]
