"""A MultiHeadAttention that is a ModuleList of heads, each with three small layers."""

import torch
from reference import FeedForward, attention
from torch import nn


class Head(nn.Module):
    def __init__(self, d_model, d_head):
        super().__init__()
        self.q, self.k, self.v = (nn.Linear(d_model, d_head) for _ in range(3))

    def forward(self, x, kv, mask):
        return attention(self.q(x), self.k(kv), self.v(kv), mask)


def for_head(mask, head):
    if mask is None or mask.dim() < 4:
        return mask
    return mask[:, min(head, mask.shape[1] - 1)]


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        if d_model % n_heads != 0:
            raise ValueError("d_model must be divisible by n_heads")
        self.heads = nn.ModuleList([Head(d_model, d_model // n_heads) for _ in range(n_heads)])
        self.proj = nn.Linear(d_model, d_model)

    def forward(self, x, kv=None, mask=None):
        kv = x if kv is None else kv
        pairs = [head(x, kv, for_head(mask, i)) for i, head in enumerate(self.heads)]
        self.last_weights = torch.stack([weights for _, weights in pairs], dim=1).detach()
        return self.proj(torch.cat([out for out, _ in pairs], dim=-1))


class TransformerBlock(nn.Module):
    def __init__(self, d_model, n_heads, dropout=0.0):
        super().__init__()
        self.sa = MultiHeadAttention(d_model, n_heads)
        self.ffwd = FeedForward(d_model)
        self.ln1 = nn.LayerNorm(d_model)
        self.ln2 = nn.LayerNorm(d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, mask=None):
        x = x + self.dropout(self.sa(self.ln1(x), mask=mask))
        return x + self.dropout(self.ffwd(self.ln2(x)))
