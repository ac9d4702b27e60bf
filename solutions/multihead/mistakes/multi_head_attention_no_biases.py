"""Count the parameters for d = 4, and compare with 4d² + 4d."""

from reference import attention
from torch import nn

FAILS = ("multi_head_attention_parameter_count",)


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        if d_model % n_heads != 0:
            raise ValueError("d_model must be a multiple of n_heads")
        self.h, self.d_head = n_heads, d_model // n_heads
        self.q, self.k, self.v, self.o = (nn.Linear(d_model, d_model, bias=False) for _ in range(4))  # fault: no biases

    def split(self, t):
        return t.unflatten(-1, (self.h, self.d_head)).transpose(1, 2)  # (B, h, T, d_head)

    def forward(self, x, kv=None, mask=None):
        kv = x if kv is None else kv
        q, k, v = self.split(self.q(x)), self.split(self.k(kv)), self.split(self.v(kv))
        out, weights = attention(q, k, v, mask)
        self.last_weights = weights.detach()
        return self.o(out.transpose(1, 2).flatten(2))
