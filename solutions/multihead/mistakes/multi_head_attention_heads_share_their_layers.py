"""Count the parameters of one head and of all.

What makes heads differ?
"""

from reference import attention
from torch import nn

FAILS = ("multi_head_attention_parameter_count",)


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        if d_model % n_heads != 0:
            raise ValueError("d_model must be a multiple of n_heads")
        self.h, self.d_head = n_heads, d_model // n_heads
        # fault: one small layer for all heads
        self.q, self.k, self.v = (nn.Linear(d_model, self.d_head) for _ in range(3))
        self.o = nn.Linear(d_model, d_model)

    def split(self, t):
        return t[:, None].expand(-1, self.h, -1, -1)

    def forward(self, x, kv=None, mask=None):
        kv = x if kv is None else kv
        q, k, v = self.split(self.q(x)), self.split(self.k(kv)), self.split(self.v(kv))
        out, weights = attention(q, k, v, mask)
        self.last_weights = weights.detach()
        return self.o(out.transpose(1, 2).flatten(2))
