"""Keys and values fused head by head."""

from reference import attention
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        if d_model % n_heads != 0:
            raise ValueError("d_model must be a multiple of n_heads")
        self.h, self.d_head = n_heads, d_model // n_heads
        self.q = nn.Linear(d_model, d_model)
        self.kv = nn.Linear(d_model, 2 * d_model)
        self.out = nn.Linear(d_model, d_model)

    def forward(self, x, kv=None, mask=None):
        B, T, d = x.shape
        kv = x if kv is None else kv
        S = kv.shape[1]
        q = self.q(x).reshape(B, T, self.h, self.d_head).permute(0, 2, 1, 3)
        k, v = self.kv(kv).reshape(B, S, self.h, 2 * self.d_head).permute(0, 2, 1, 3).chunk(2, dim=-1)
        out, weights = attention(q, k, v, mask)
        self.last_weights = weights.detach()
        return self.out(out.permute(0, 2, 1, 3).reshape(B, T, d))
