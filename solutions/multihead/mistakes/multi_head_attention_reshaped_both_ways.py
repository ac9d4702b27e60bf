"""Fill x with its own token numbers and print the first head after the split.

A way there and back that restores the shape need not keep tokens together.
"""

from reference import attention
from torch import nn

FAILS = (
    "multi_head_attention_merges_heads",
    "multi_head_attention_order_is_irrelevant",
)


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        if d_model % n_heads != 0:
            raise ValueError("d_model must be a multiple of n_heads")
        self.h, self.d_head = n_heads, d_model // n_heads
        self.q, self.k, self.v, self.o = (nn.Linear(d_model, d_model) for _ in range(4))

    def split(self, t):
        B, T, _ = t.shape
        return t.reshape(B, self.h, T, self.d_head)  # fault: cuts the sequence, not the channels

    def forward(self, x, kv=None, mask=None):
        kv = x if kv is None else kv
        q, k, v = self.split(self.q(x)), self.split(self.k(kv)), self.split(self.v(kv))
        out, weights = attention(q, k, v, mask)
        self.last_weights = weights.detach()
        return self.o(out.reshape(x.shape))
