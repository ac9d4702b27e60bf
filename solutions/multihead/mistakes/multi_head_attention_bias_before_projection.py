"""Let x be 0, and b_Q not.

What is the query by the formula, and what in your code?
"""

import torch
from reference import attention
from torch import nn

FAILS = ("multi_head_attention_biases",)


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        if d_model % n_heads != 0:
            raise ValueError("d_model must be a multiple of n_heads")
        self.h, self.d_head = n_heads, d_model // n_heads
        self.w = nn.Parameter(torch.randn(4, d_model, d_model) / d_model**0.5)
        self.b = nn.Parameter(torch.zeros(4, d_model))

    def split(self, t):
        return t.unflatten(-1, (self.h, self.d_head)).transpose(1, 2)  # (B, h, T, d_head)

    def forward(self, x, kv=None, mask=None):
        kv = x if kv is None else kv
        # fault: the bias goes through the matrix
        q, k, v = (self.split((t + self.b[i]) @ self.w[i]) for i, t in enumerate((x, kv, kv)))
        out, weights = attention(q, k, v, mask)
        self.last_weights = weights.detach()
        return out.transpose(1, 2).flatten(2) @ self.w[3] + self.b[3]
