"""Make a block with dropout=0.5, silence the feed-forward network, and call it twice."""

from reference import FeedForward, MultiHeadAttention
from torch import nn

FAILS = ("transformer_block_dropout_on_what_is_added",)


class TransformerBlock(nn.Module):
    def __init__(self, d_model, n_heads, dropout=0.0):
        super().__init__()
        self.norm_1 = nn.LayerNorm(d_model)
        self.attend = MultiHeadAttention(d_model, n_heads)
        self.norm_2 = nn.LayerNorm(d_model)
        self.feed = FeedForward(d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, mask=None):
        x = x + self.attend(self.norm_1(x), mask=mask)  # fault: nothing dropped here
        return x + self.dropout(self.feed(self.norm_2(x)))
