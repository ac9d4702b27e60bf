"""F.dropout, told whether the module is training."""

import torch.nn.functional as func
from reference import FeedForward, MultiHeadAttention
from torch import nn


class TransformerBlock(nn.Module):
    def __init__(self, d_model, n_heads, dropout=0.0):
        super().__init__()
        self.p = dropout
        self.feed = FeedForward(d_model)
        self.attend = MultiHeadAttention(d_model, n_heads)
        self.norms = nn.ModuleList(nn.LayerNorm(d_model) for _ in range(2))

    def forward(self, x, mask=None):
        a = self.attend(self.norms[0](x), mask=mask)
        x = x + func.dropout(a, self.p, training=self.training)
        f = self.feed(self.norms[1](x))
        return x + func.dropout(f, self.p, training=self.training)
