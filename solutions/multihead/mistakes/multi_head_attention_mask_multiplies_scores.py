"""Write down a row of scores, with a 0 for a forbidden key.

Which weight does the softmax give it?
"""

import math

from torch import nn

FAILS = ("multi_head_attention_mask_blocks",)


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
            scores = scores * mask  # fault: exp(0) is not 0
        weights = scores.softmax(-1)
        self.last_weights = weights.detach()
        out = weights @ v
        return self.o(out.transpose(1, 2).flatten(2))
