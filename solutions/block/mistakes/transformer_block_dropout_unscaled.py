"""Make a block with dropout=0.5 and look at what a sublayer adds in training mode.

How large are the numbers that were kept?
"""

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
        return x * (torch.rand_like(x) >= self.p) if self.training and self.p else x  # fault: not scaled up
