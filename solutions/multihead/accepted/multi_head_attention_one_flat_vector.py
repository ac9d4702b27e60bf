"""All parameters in one vector, cut into pieces in each call."""

import torch
from reference import attention
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        if d_model % n_heads != 0:
            raise ValueError("d_model must be a multiple of n_heads")
        self.h, self.d_head = n_heads, d_model // n_heads
        self.d = d_model
        self.theta = nn.Parameter(torch.randn(4 * d_model**2 + 4 * d_model) / d_model**0.5)

    def forward(self, x, kv=None, mask=None):
        B, T, d = x.shape
        kv = x if kv is None else kv
        matrices = self.theta[: 4 * d * d].view(4, d, d)
        biases = self.theta[4 * d * d :].view(4, d)
        q, k, v = (t @ matrices[i] + biases[i] for i, t in enumerate((x, kv, kv)))
        q, k, v = (t.view(B, -1, self.h, self.d_head).transpose(1, 2) for t in (q, k, v))
        out, weights = attention(q, k, v, mask)
        self.last_weights = weights.detach()
        return out.transpose(1, 2).reshape(B, T, d) @ matrices[3] + biases[3]
