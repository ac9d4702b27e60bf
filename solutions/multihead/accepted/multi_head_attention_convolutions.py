"""Four convolutions of width 1 along the tokens."""

from reference import attention
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        if d_model % n_heads != 0:
            raise ValueError("d_model must be a multiple of n_heads")
        self.h, self.d_head = n_heads, d_model // n_heads
        self.q, self.k, self.v, self.o = (nn.Conv1d(d_model, d_model, kernel_size=1) for _ in range(4))

    def forward(self, x, kv=None, mask=None):
        kv = x if kv is None else kv
        q, k, v = (conv(t.mT).unflatten(1, (self.h, -1)).mT for conv, t in ((self.q, x), (self.k, kv), (self.v, kv)))
        out, weights = attention(q, k, v, mask)  # (B, h, T, d_head)
        self.last_weights = weights.detach()
        return self.o(out.mT.flatten(1, 2)).mT
