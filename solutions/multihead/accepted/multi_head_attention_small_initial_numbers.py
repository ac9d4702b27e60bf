"""Initial numbers with standard deviation 0.02, as in GPT-2, and biases of 0."""

from reference import attention
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        if d_model % n_heads != 0:
            raise ValueError("d_model must be a multiple of n_heads")
        self.h, self.d_head = n_heads, d_model // n_heads
        self.c_attn = nn.Linear(d_model, 3 * d_model)
        self.c_proj = nn.Linear(d_model, d_model)
        for layer in (self.c_attn, self.c_proj):
            nn.init.normal_(layer.weight, std=0.02)
            nn.init.zeros_(layer.bias)

    def forward(self, x, kv=None, mask=None):
        B, T, d = x.shape
        q, k, v = self.c_attn(x).split(d, dim=2)
        if kv is not None:
            _, k, v = self.c_attn(kv).split(d, dim=2)
        q, k, v = (t.view(B, -1, self.h, d // self.h).transpose(1, 2) for t in (q, k, v))
        out, weights = attention(q, k, v, mask)
        self.last_weights = weights.detach()
        return self.c_proj(out.transpose(1, 2).contiguous().view(B, T, d))
