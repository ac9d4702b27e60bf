"""Shuffle the tokens and compare the results.

Who tells a model the positions?
"""

import torch
from reference import FeedForward, MultiHeadAttention
from torch import nn

FAILS = ("transformer_block_order_of_positions",)


class TransformerBlock(nn.Module):
    def __init__(self, d_model, n_heads, dropout=0.0):
        super().__init__()
        self.norm_1 = nn.LayerNorm(d_model)
        self.attend = MultiHeadAttention(d_model, n_heads)
        self.norm_2 = nn.LayerNorm(d_model)
        self.feed = FeedForward(d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, mask=None):
        p = torch.arange(x.shape[1])[:, None] * torch.arange(x.shape[2])  # fault: positions belong to the model
        x = x + self.dropout(self.attend(self.norm_1(x + p.sin()), mask=mask))
        return x + self.dropout(self.feed(self.norm_2(x)))
