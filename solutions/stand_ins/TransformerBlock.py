"""TransformerBlock on nn.MultiheadAttention, which calls True what is blocked, and keeps its weights."""

import torch
from torch import Tensor, nn


class TransformerBlock(nn.Module):
    def __init__(self, d_model: int, n_heads: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.n_heads = n_heads
        self.attention = nn.MultiheadAttention(d_model, n_heads, batch_first=True)
        self.network = nn.Sequential(nn.Linear(d_model, 4 * d_model), nn.GELU(), nn.Linear(4 * d_model, d_model))
        self.before_attention, self.before_network = nn.LayerNorm(d_model), nn.LayerNorm(d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: Tensor, mask: Tensor | None = None) -> Tensor:
        B, T, _ = x.shape
        blocked = None if mask is None else ~mask.expand(B, self.n_heads, T, T).flatten(0, 1)  # (B · h, T, T)
        y = self.before_attention(x)
        with torch._C.DisableTorchFunction():
            found, weights = self.attention(y, y, y, attn_mask=blocked, average_attn_weights=False)
        self.attention.last_weights = weights.detach()  # (B, h, T, T)
        x = x + self.dropout(found)
        return x + self.dropout(self.network(self.before_network(x)))
