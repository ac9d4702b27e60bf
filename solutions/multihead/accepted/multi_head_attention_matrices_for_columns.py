"""nn.Parameter matrices with one output a row, as in nn.Linear; the output's the other way round."""

import torch
from reference import attention
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        if d_model % n_heads != 0:
            raise ValueError("d_model must be a multiple of n_heads")
        self.h, self.d_head = n_heads, d_model // n_heads
        std = d_model**-0.5
        self.weights = nn.ParameterDict({name: nn.Parameter(std * torch.randn(d_model, d_model)) for name in "qkvo"})
        self.biases = nn.ParameterDict({name: nn.Parameter(0.02 * torch.randn(d_model)) for name in "qkvo"})

    def heads(self, name, tokens):
        y = torch.matmul(tokens, self.weights[name].T) + self.biases[name]
        return y.reshape(*y.shape[:2], self.h, self.d_head).transpose(1, 2)

    def forward(self, x, kv=None, mask=None):
        B, T, d = x.shape
        kv = x if kv is None else kv
        q, k, v = (self.heads(name, tokens) for name, tokens in (("q", x), ("k", kv), ("v", kv)))
        out, weights = attention(q, k, v, mask)
        self.last_weights = weights.detach()
        return out.transpose(1, 2).reshape(B, T, d) @ self.weights["o"] + self.biases["o"]
