"""Add 7 to all components of x.

Should that change what a sublayer adds?
"""

import torch
from reference import FeedForward, MultiHeadAttention
from torch import nn

FAILS = ("transformer_block_reads_a_normalised_copy",)


class Norm(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.scale, self.shift = nn.Parameter(torch.ones(d)), nn.Parameter(torch.zeros(d))

    def forward(self, x):
        std = x.std(-1, keepdim=True, correction=0)
        return self.scale * x / (std + 1e-6) + self.shift  # fault: the mean stays


class TransformerBlock(nn.Module):
    def __init__(self, d_model, n_heads, dropout=0.0):
        super().__init__()
        self.norm_1 = Norm(d_model)
        self.attend = MultiHeadAttention(d_model, n_heads)
        self.norm_2 = Norm(d_model)
        self.feed = FeedForward(d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, mask=None):
        x = x + self.dropout(self.attend(self.norm_1(x), mask=mask))
        return x + self.dropout(self.feed(self.norm_2(x)))
