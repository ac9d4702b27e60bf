"""Compare your norm with nn.LayerNorm for d = 4.

By how much do they differ, and for which d would they agree?
"""

import torch
from reference import FeedForward, MultiHeadAttention
from torch import nn

FAILS = (
    "transformer_block_attention_step",
    "transformer_block_feed_forward_step",
)


class Norm(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.scale, self.shift = nn.Parameter(torch.ones(d)), nn.Parameter(torch.zeros(d))

    def forward(self, x):
        std = x.std(-1, keepdim=True)  # fault: divides by d − 1
        return self.scale * (x - x.mean(-1, keepdim=True)) / (std + 1e-6) + self.shift


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
