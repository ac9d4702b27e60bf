"""last_weights is a registered buffer that is not saved."""

from reference import attention
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        if d_model % n_heads != 0:
            raise ValueError("d_model must be a multiple of n_heads")
        self.h, self.d_head = n_heads, d_model // n_heads
        self.q, self.k, self.v, self.o = (nn.Linear(d_model, d_model) for _ in range(4))
        self.register_buffer("last_weights", None, persistent=False)

    def forward(self, x, kv=None, mask=None):
        B, T, d = x.shape
        kv = x if kv is None else kv
        q, k, v = (t.view(B, -1, self.h, self.d_head).transpose(1, 2) for t in (self.q(x), self.k(kv), self.v(kv)))
        out, weights = attention(q, k, v, mask)
        self.last_weights = weights.detach().clone()
        return self.o(out.transpose(1, 2).reshape(B, T, d))
