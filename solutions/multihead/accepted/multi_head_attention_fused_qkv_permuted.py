"""One fused layer, reshaped to (B, T, 3, h, d_head) and permuted as vision transformers do."""

from reference import attention
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        if d_model % n_heads != 0:
            raise ValueError("d_model must be a multiple of n_heads")
        self.h, self.d_head = n_heads, d_model // n_heads
        self.qkv = nn.Linear(d_model, d_model * 3, bias=True)
        self.proj = nn.Linear(d_model, d_model)

    def heads(self, x):
        B, T, _ = x.shape
        return self.qkv(x).reshape(B, T, 3, self.h, self.d_head).permute(2, 0, 3, 1, 4).unbind(0)

    def forward(self, x, kv=None, mask=None):
        B, T, d = x.shape
        kv = x if kv is None else kv
        q = self.heads(x)[0]
        _, k, v = self.heads(kv)
        out, weights = attention(q, k, v, mask)
        self.last_weights = weights.detach()
        return self.proj(out.transpose(1, 2).reshape(B, T, d))
