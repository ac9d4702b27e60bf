"""Dropout with torch.rand, only where there is some."""

import torch
from reference import FeedForward, MultiHeadAttention
from torch import nn


class TransformerBlock(nn.Module):
    def __init__(self, d_model, n_heads, dropout=0.0):
        super().__init__()
        self.p = dropout
        self.parts = nn.ModuleDict(
            {
                "ln_1": nn.LayerNorm(d_model),
                "attn": MultiHeadAttention(d_model, n_heads),
                "ln_2": nn.LayerNorm(d_model),
                "mlp": FeedForward(d_model),
            }
        )

    def drop(self, x):
        if not self.training or self.p == 0:
            return x
        return x * (torch.rand_like(x) >= self.p) / (1 - self.p)

    def forward(self, x, mask=None):
        x = x + self.drop(self.parts["attn"](self.parts["ln_1"](x), mask=mask))
        return x + self.drop(self.parts["mlp"](self.parts["ln_2"](x)))
