"""Which functions does the section on rules forbid?"""

from torch import nn

FAILS = ()
USELESS = "it is not written from scratch"


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        if d_model % n_heads != 0:
            raise ValueError("d_model must be a multiple of n_heads")
        self.h, self.d_head = n_heads, d_model // n_heads
        self.inner = nn.MultiheadAttention(d_model, n_heads, batch_first=True)  # fault: is to be written

    def forward(self, x, kv=None, mask=None):
        kv = x if kv is None else kv
        out, weights = self.inner(x, kv, kv, attn_mask=mask, average_attn_weights=False)
        self.last_weights = weights.detach()
        return out
