"""Norm, sublayer, dropout and addition in a small module that is used twice."""

from reference import FeedForward, MultiHeadAttention
from torch import nn


class Residual(nn.Module):
    def __init__(self, d_model, sublayer, dropout):
        super().__init__()
        self.norm, self.sublayer, self.dropout = nn.LayerNorm(d_model), sublayer, nn.Dropout(dropout)

    def forward(self, x, **kwargs):
        return x + self.dropout(self.sublayer(self.norm(x), **kwargs))


class TransformerBlock(nn.Module):
    def __init__(self, d_model, n_heads, dropout=0.0):
        super().__init__()
        self.attention = Residual(d_model, MultiHeadAttention(d_model, n_heads), dropout)
        self.network = Residual(d_model, FeedForward(d_model), dropout)

    def forward(self, x, mask=None):
        return self.network(self.attention(x, mask=mask))
