"""Heads folded into the batch axis, masks repeated to fit."""

from reference import attention
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        if d_model % n_heads != 0:
            raise ValueError("d_model must be a multiple of n_heads")
        self.h, self.d_head = n_heads, d_model // n_heads
        self.q, self.k, self.v, self.o = (nn.Linear(d_model, d_model) for _ in range(4))

    def fold(self, t):
        B, T, _ = t.shape
        return t.view(B, T, self.h, self.d_head).transpose(1, 2).reshape(B * self.h, T, self.d_head)

    def forward(self, x, kv=None, mask=None):
        B, T, d = x.shape
        kv = x if kv is None else kv
        S = kv.shape[1]
        q, k, v = self.fold(self.q(x)), self.fold(self.k(kv)), self.fold(self.v(kv))
        if mask is not None:
            mask = mask.expand(B, self.h, T, S).reshape(B * self.h, T, S)
        out, weights = attention(q, k, v, mask)
        self.last_weights = weights.detach().view(B, self.h, T, S)
        return self.o(out.view(B, self.h, T, self.d_head).transpose(1, 2).reshape(B, T, d))
