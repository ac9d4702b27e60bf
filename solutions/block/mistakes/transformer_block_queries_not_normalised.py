"""Multiply x by 100.

Do all three of queries, keys and values read the normalised copy?
"""

from reference import FeedForward, MultiHeadAttention
from torch import nn

FAILS = ("transformer_block_reads_a_normalised_copy",)


class TransformerBlock(nn.Module):
    def __init__(self, d_model, n_heads, dropout=0.0):
        super().__init__()
        self.norm_1 = nn.LayerNorm(d_model)
        self.attend = MultiHeadAttention(d_model, n_heads)
        self.norm_2 = nn.LayerNorm(d_model)
        self.feed = FeedForward(d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, mask=None):
        x = x + self.dropout(self.attend(x, kv=self.norm_1(x), mask=mask))  # fault: queries from the raw stream
        return x + self.dropout(self.feed(self.norm_2(x)))
