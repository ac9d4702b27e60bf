"""One fused layer whose channels come head by head: queries, keys and values of head 0, then of head 1."""

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
        B, T, d = x.shape
        kv = x if kv is None else kv
        q = self.qkv(x).view(B, T, self.h, 3, self.d_head)[:, :, :, 0].transpose(1, 2)
        k, v = self.qkv(kv).view(B, kv.shape[1], self.h, 3, self.d_head)[:, :, :, 1:].permute(3, 0, 2, 1, 4)
        out, weights = attention(q, k, v, mask)
        self.last_weights = weights.detach()
        return self.proj(out.transpose(1, 2).contiguous().view(B, T, d))
