"""Call it with 4 tokens in x and 7 in kv.

Whose length does your split use?
"""

from reference import attention
from torch import nn

FAILS = ("multi_head_attention_cross_attention",)


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        if d_model % n_heads != 0:
            raise ValueError("d_model must be a multiple of n_heads")
        self.h, self.d_head = n_heads, d_model // n_heads
        self.q, self.k, self.v, self.o = (nn.Linear(d_model, d_model) for _ in range(4))

    def split(self, t, T):
        return t.view(len(t), T, self.h, self.d_head).transpose(1, 2)  # (B, h, T, d_head)

    def forward(self, x, kv=None, mask=None):
        kv = x if kv is None else kv
        T = x.shape[1]  # fault: kv may be longer or shorter
        q, k, v = self.split(self.q(x), T), self.split(self.k(kv), T), self.split(self.v(kv), T)
        out, weights = attention(q, k, v, mask)
        self.last_weights = weights.detach()
        return self.o(out.transpose(1, 2).flatten(2))
