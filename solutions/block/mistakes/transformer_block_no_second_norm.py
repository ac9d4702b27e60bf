"""Multiply x by 100.

By how much does what the feed-forward network adds change?
"""

from reference import FeedForward, MultiHeadAttention
from torch import nn

FAILS = (
    "transformer_block_parameter_count",
    "transformer_block_reads_a_normalised_copy",
)


class TransformerBlock(nn.Module):
    def __init__(self, d_model, n_heads, dropout=0.0):
        super().__init__()
        self.norm_1 = nn.LayerNorm(d_model)
        self.attend = MultiHeadAttention(d_model, n_heads)
        self.feed = FeedForward(d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, mask=None):
        x = x + self.dropout(self.attend(self.norm_1(x), mask=mask))
        return x + self.dropout(self.feed(x))  # fault: the network reads the stream as it is
