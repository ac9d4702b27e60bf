"""Multiply x by 100.

By how much does the attention that is added change?
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
        self.attend = MultiHeadAttention(d_model, n_heads)
        self.norm_2 = nn.LayerNorm(d_model)
        self.feed = FeedForward(d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, mask=None):
        x = x + self.dropout(self.attend(x, mask=mask))  # fault: attention reads the stream as it is
        return x + self.dropout(self.feed(self.norm_2(x)))
