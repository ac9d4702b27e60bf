"""Each head has its own output matrix, and the results are added up."""

import torch
from reference import attention
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        if d_model % n_heads != 0:
            raise ValueError("d_model must be a multiple of n_heads")
        self.h, self.d_head = n_heads, d_model // n_heads
        self.q, self.k, self.v = (nn.Linear(d_model, d_model) for _ in range(3))
        std = d_model**-0.5
        self.outputs = nn.ParameterList([nn.Parameter(std * torch.randn(self.d_head, d_model)) for _ in range(n_heads)])
        self.bias = nn.Parameter(torch.zeros(d_model))

    def forward(self, x, kv=None, mask=None):
        B = x.shape[0]
        kv = x if kv is None else kv
        q, k, v = (t.view(B, -1, self.h, self.d_head).transpose(1, 2) for t in (self.q(x), self.k(kv), self.v(kv)))
        out, weights = attention(q, k, v, mask)
        self.last_weights = weights.detach()
        return sum(out[:, i] @ matrix for i, matrix in enumerate(self.outputs)) + self.bias
