"""Head i takes every h-th channel: another layout of the same projections."""

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
        B, T, d = x.shape
        kv = x if kv is None else kv
        q, k, v = (t.view(B, -1, self.d_head, self.h).permute(0, 3, 1, 2) for t in (self.q(x), self.k(kv), self.v(kv)))
        out, weights = attention(q, k, v, mask)
        self.last_weights = weights.detach()
        return self.o(out.permute(0, 2, 3, 1).reshape(B, T, d))
