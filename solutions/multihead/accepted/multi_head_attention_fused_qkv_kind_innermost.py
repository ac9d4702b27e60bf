"""One fused layer in which query, key and value of a channel are neighbours."""

from reference import attention
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        if d_model % n_heads != 0:
            raise ValueError("d_model must be a multiple of n_heads")
        self.h, self.d_head = n_heads, d_model // n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model)
        self.proj = nn.Linear(d_model, d_model)

    def forward(self, x, kv=None, mask=None):
        B, T, _ = x.shape
        kv = x if kv is None else kv
        q = self.qkv(x).view(B, T, self.h, self.d_head, 3)[..., 0].transpose(1, 2)
        k, v = self.qkv(kv).view(B, kv.size(1), self.h, self.d_head, 3)[..., 1:].permute(4, 0, 2, 1, 3)
        out, weights = attention(q, k, v, mask)
        self.last_weights = weights.detach()
        return self.proj(out.transpose(1, 2).flatten(2))
