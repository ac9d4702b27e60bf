"""nn.Parameter matrices for X @ W, as the formula is written, and biases."""

import torch
from reference import attention
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        if d_model % n_heads != 0:
            raise ValueError("d_model must be a multiple of n_heads")
        self.h, self.d_head = n_heads, d_model // n_heads
        self.W_q = nn.Parameter(torch.randn(d_model, d_model) / d_model**0.5)
        self.W_k = nn.Parameter(torch.randn(d_model, d_model) / d_model**0.5)
        self.W_v = nn.Parameter(torch.randn(d_model, d_model) / d_model**0.5)
        self.W_o = nn.Parameter(torch.randn(d_model, d_model) / d_model**0.5)
        self.b_q, self.b_k, self.b_v, self.b_o = (nn.Parameter(torch.zeros(d_model)) for _ in range(4))

    def forward(self, x, kv=None, mask=None):
        B, T, d = x.shape
        kv = x if kv is None else kv
        q, k, v = x @ self.W_q + self.b_q, kv @ self.W_k + self.b_k, kv @ self.W_v + self.b_v
        q, k, v = (t.view(B, -1, self.h, self.d_head).transpose(1, 2) for t in (q, k, v))
        out, weights = attention(q, k, v, mask)
        self.last_weights = weights.detach()
        return out.transpose(1, 2).reshape(B, T, d) @ self.W_o + self.b_o
