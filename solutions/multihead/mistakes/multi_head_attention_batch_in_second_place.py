"""Call it with a batch of 2 sequences of 5 tokens.

Which of the two axes do tokens meet along?
"""

from reference import attention
from torch import nn

FAILS = (
    "multi_head_attention_batch_entries_are_independent",
    "multi_head_attention_order_is_irrelevant",
    "multi_head_attention_shapes",
    "multi_head_attention_weights_formula",
)
USELESS = "tokens of different sequences meet, and those of one never do"


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
        x, kv = x.transpose(0, 1), kv.transpose(0, 1)  # fault: the batch comes first
        q, k, v = self.split(self.q(x)), self.split(self.k(kv)), self.split(self.v(kv))
        out, weights = attention(q, k, v, mask)
        self.last_weights = weights.detach()
        return self.o(out.transpose(1, 2).flatten(2)).transpose(0, 1)
