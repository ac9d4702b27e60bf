"""Add 7 to all components of x.

Should that change what a sublayer adds?
"""

import torch
from reference import FeedForward, MultiHeadAttention
from torch import nn

FAILS = (
    "transformer_block_parameter_count",
    "transformer_block_reads_a_normalised_copy",
)


class Scaled(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.gain = nn.Parameter(torch.ones(d))

    def forward(self, x):
        return x / (x.square().mean(-1, keepdim=True) + 1e-6).sqrt() * self.gain  # fault: the mean stays


class TransformerBlock(nn.Module):
    def __init__(self, d_model, n_heads, dropout=0.0):
        super().__init__()
        self.norm_1 = Scaled(d_model)
        self.attend = MultiHeadAttention(d_model, n_heads)
        self.norm_2 = Scaled(d_model)
        self.feed = FeedForward(d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, mask=None):
        x = x + self.dropout(self.attend(self.norm_1(x), mask=mask))
        return x + self.dropout(self.feed(self.norm_2(x)))
