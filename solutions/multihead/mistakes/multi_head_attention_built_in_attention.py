"""Which functions does the section on rules forbid?"""

from torch import nn
from torch.nn.functional import scaled_dot_product_attention

FAILS = ()
USELESS = "it is not written from scratch"


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
        out = scaled_dot_product_attention(q, k, v, attn_mask=mask)  # fault: is to be written
        weights = (q @ k.mT / self.d_head**0.5).softmax(-1)
        self.last_weights = weights.detach()
        return self.o(out.transpose(1, 2).flatten(2))
