"""Print which of the module's parameters get a gradient.

What are the values multiplied with?
"""

import math

from torch import nn

FAILS = ("multi_head_attention_gradients",)


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
        q, k, v = self.split(self.q(x)), self.split(self.k(kv)), self.split(self.v(kv))
        scores = q @ k.mT / math.sqrt(self.d_head)
        if mask is not None:
            scores = scores.masked_fill(~mask, -math.inf)
        weights = scores.softmax(-1)
        self.last_weights = weights.detach()
        out = self.last_weights @ v  # fault: the detached ones
        return self.o(out.transpose(1, 2).flatten(2))
