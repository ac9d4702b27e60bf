"""Read the order of your MultiHeadAttention's arguments aloud.

Which one is the second?
"""

from reference import FeedForward, MultiHeadAttention
from torch import nn

FAILS = ("transformer_block_mask",)


class TransformerBlock(nn.Module):
    def __init__(self, d_model, n_heads, dropout=0.0):
        super().__init__()
        self.norm_1 = nn.LayerNorm(d_model)
        self.attend = MultiHeadAttention(d_model, n_heads)
        self.norm_2 = nn.LayerNorm(d_model)
        self.feed = FeedForward(d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, mask=None):
        x = x + self.dropout(self.attend(self.norm_1(x), mask))  # fault: the second argument is kv
        return x + self.dropout(self.feed(self.norm_2(x)))
