"""Set all parameters to 0 and compare the result with x."""

from reference import FeedForward, MultiHeadAttention
from torch import nn

FAILS = ("transformer_block_zeros_give_identity",)


class TransformerBlock(nn.Module):
    def __init__(self, d_model, n_heads, dropout=0.0):
        super().__init__()
        self.norm_1 = nn.LayerNorm(d_model)
        self.attend = MultiHeadAttention(d_model, n_heads)
        self.norm_2 = nn.LayerNorm(d_model)
        self.feed = FeedForward(d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, mask=None):
        x = 0.5 * (x + self.dropout(self.attend(self.norm_1(x), mask=mask)))  # fault: an average, not a sum
        return x + self.dropout(self.feed(self.norm_2(x)))
