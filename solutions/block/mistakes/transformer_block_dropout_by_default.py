"""Make a block without the argument dropout and call it twice with the same x."""

from reference import FeedForward, MultiHeadAttention
from torch import nn

FAILS = (
    "transformer_block_dropout_only_in_training",
    "transformer_block_leaves_input_alone",
)


class TransformerBlock(nn.Module):
    def __init__(self, d_model, n_heads, dropout=0.1):  # fault: none by default
        super().__init__()
        self.norm_1 = nn.LayerNorm(d_model)
        self.attend = MultiHeadAttention(d_model, n_heads)
        self.norm_2 = nn.LayerNorm(d_model)
        self.feed = FeedForward(d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, mask=None):
        x = x + self.dropout(self.attend(self.norm_1(x), mask=mask))
        return x + self.dropout(self.feed(self.norm_2(x)))
