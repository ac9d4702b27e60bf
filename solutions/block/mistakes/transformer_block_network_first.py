"""Silence one sublayer after the other.

Which of them reads what the other has added?
"""

from reference import FeedForward, MultiHeadAttention
from torch import nn

FAILS = ("transformer_block_one_step_after_the_other",)


class TransformerBlock(nn.Module):
    def __init__(self, d_model, n_heads, dropout=0.0):
        super().__init__()
        self.norm_1 = nn.LayerNorm(d_model)
        self.attend = MultiHeadAttention(d_model, n_heads)
        self.norm_2 = nn.LayerNorm(d_model)
        self.feed = FeedForward(d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, mask=None):
        x = x + self.dropout(self.feed(self.norm_2(x)))  # fault: attention comes first
        return x + self.dropout(self.attend(self.norm_1(x), mask=mask))
