"""Make a block with dropout=0.5 and compare what it drops in two calls."""

import torch
from reference import FeedForward, MultiHeadAttention
from torch import nn

FAILS = ("transformer_block_dropout_on_what_is_added",)


class TransformerBlock(nn.Module):
    def __init__(self, d_model, n_heads, dropout=0.0):
        super().__init__()
        self.norm_1 = nn.LayerNorm(d_model)
        self.attend = MultiHeadAttention(d_model, n_heads)
        self.norm_2 = nn.LayerNorm(d_model)
        self.feed = FeedForward(d_model)
        self.p = dropout

    def forward(self, x, mask=None):
        x = x + self.drop(self.attend(self.norm_1(x), mask=mask))
        return x + self.drop(self.feed(self.norm_2(x)))

    def drop(self, x):
        keep = torch.rand(x.shape, generator=torch.Generator().manual_seed(0)) >= self.p  # fault: the same each time
        return x * keep / (1 - self.p) if self.training and self.p else x
