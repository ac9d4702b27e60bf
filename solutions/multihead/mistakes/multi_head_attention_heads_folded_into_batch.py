"""Reshape the numbers from 0 to 23 as your code does, for B = 2, T = 3 and d = 4.

Which tokens does the first row hold?
"""

from reference import attention
from torch import nn

FAILS = ("multi_head_attention_order_is_irrelevant",)


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        if d_model % n_heads != 0:
            raise ValueError("d_model must be a multiple of n_heads")
        self.h, self.d_head = n_heads, d_model // n_heads
        self.q, self.k, self.v, self.o = (nn.Linear(d_model, d_model) for _ in range(4))

    def split(self, t):
        return t.unflatten(-1, (self.h, self.d_head)).transpose(1, 2)  # (B, h, T, d_head)

    def forward(self, x, kv=None, mask=None):
        kv = x if kv is None else kv
        B, T, _ = x.shape
        q, k, v = (t.reshape(B * self.h, -1, self.d_head) for t in (self.q(x), self.k(kv), self.v(kv)))
        # fault: a reshape that mixes sequences and tokens
        if mask is not None:
            mask = mask.expand(B, self.h, T, kv.shape[1]).flatten(0, 1)
        out, weights = attention(q, k, v, mask)
        out, weights = out.view(B, self.h, T, self.d_head), weights.view(B, self.h, T, -1)
        self.last_weights = weights.detach()
        return self.o(out.transpose(1, 2).flatten(2))
