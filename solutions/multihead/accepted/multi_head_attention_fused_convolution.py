"""A fused convolution of width 1, and one for the output."""

from reference import attention
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        if d_model % n_heads != 0:
            raise ValueError("d_model must be a multiple of n_heads")
        self.h, self.d_head = n_heads, d_model // n_heads
        self.qkv = nn.Conv1d(d_model, 3 * d_model, 1)
        self.o = nn.Conv1d(d_model, d_model, 1)

    def forward(self, x, kv=None, mask=None):
        kv = x if kv is None else kv
        q = self.qkv(x.transpose(1, 2)).chunk(3, dim=1)[0]
        _, k, v = self.qkv(kv.transpose(1, 2)).chunk(3, dim=1)
        q, k, v = (t.unflatten(1, (self.h, self.d_head)).transpose(2, 3) for t in (q, k, v))
        out, weights = attention(q, k, v, mask)
        self.last_weights = weights.detach()
        return self.o(out.transpose(2, 3).flatten(1, 2)).transpose(1, 2)
