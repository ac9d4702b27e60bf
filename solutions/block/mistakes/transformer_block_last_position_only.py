"""Shuffle the tokens and compare the results.

Which positions does your feed-forward network work on?
"""

import torch
from reference import FeedForward, MultiHeadAttention
from torch import nn

FAILS = (
    "transformer_block_order_of_positions",
    "transformer_block_feed_forward_step",
)


class TransformerBlock(nn.Module):
    def __init__(self, d_model, n_heads, dropout=0.0):
        super().__init__()
        self.norm_1 = nn.LayerNorm(d_model)
        self.attend = MultiHeadAttention(d_model, n_heads)
        self.norm_2 = nn.LayerNorm(d_model)
        self.feed = FeedForward(d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, mask=None):
        x = x + self.dropout(self.attend(self.norm_1(x), mask=mask))
        added = torch.zeros_like(x)
        added[:, -1:] = self.dropout(self.feed(self.norm_2(x[:, -1:])))  # fault: the other positions think as well
        return x + added
