"""Call a freshly made block with one sequence, then with that sequence in a larger batch.

Over which axes does your norm take its mean?
"""

from reference import FeedForward, MultiHeadAttention
from torch import nn

FAILS = (
    "transformer_block_reads_a_normalised_copy",
    "transformer_block_dropout_only_in_training",
)


class TransformerBlock(nn.Module):
    def __init__(self, d_model, n_heads, dropout=0.0):
        super().__init__()
        self.norm_1 = nn.BatchNorm1d(d_model)  # fault: over batch and positions
        self.attend = MultiHeadAttention(d_model, n_heads)
        self.norm_2 = nn.BatchNorm1d(d_model)  # fault: over batch and positions
        self.feed = FeedForward(d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, mask=None):
        x = x + self.dropout(self.attend(self.norm_1(x.mT).mT, mask=mask))
        return x + self.dropout(self.feed(self.norm_2(x.mT).mT))
