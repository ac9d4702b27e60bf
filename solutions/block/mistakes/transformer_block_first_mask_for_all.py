"""Call it with two sequences and a mask of shape (2, 1, 1, T) that differs between them."""

from reference import FeedForward, MultiHeadAttention
from torch import nn

FAILS = (
    "transformer_block_mask",
    "transformer_block_each_sequence_alone",
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
        if mask is not None and mask.dim() == 4:
            mask = mask[0]  # fault: the first sequence's mask for all
        x = x + self.dropout(self.attend(self.norm_1(x), mask=mask))
        return x + self.dropout(self.feed(self.norm_2(x)))
