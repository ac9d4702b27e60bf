"""Call it with x and with 10x, all parameters but the norms' at 0.

What exactly is the sublayer's result added to?
"""

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
        x = self.norm_1(x)
        x = x + self.dropout(self.attend(x, mask=mask))  # fault: added to the normalised copy
        x = self.norm_2(x)
        return x + self.dropout(self.feed(x))
