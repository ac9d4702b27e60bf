"""One layer for queries, keys and values, cut into three chunks."""

from reference import attention
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        if d_model % n_heads != 0:
            raise ValueError("d_model must be a multiple of n_heads")
        self.h, self.d_head = n_heads, d_model // n_heads
        self.in_proj = nn.Linear(d_model, 3 * d_model)
        self.out_proj = nn.Linear(d_model, d_model)

    def forward(self, x, kv=None, mask=None):
        B, T, d = x.shape
        kv = x if kv is None else kv
        q = self.in_proj(x).chunk(3, dim=-1)[0]
        _, k, v = self.in_proj(kv).chunk(3, dim=-1)
        q, k, v = (t.view(B, -1, self.h, self.d_head).transpose(1, 2) for t in (q, k, v))  # (B, h, T, d_head)
        out, weights = attention(q, k, v, mask)
        self.last_weights = weights.detach()
        return self.out_proj(out.transpose(1, 2).reshape(B, T, d))
