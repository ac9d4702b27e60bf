"""Make blocks with dropout=0.1 and dropout=0.9 and count how much each drops.

What is the argument the probability of?
"""

from reference import FeedForward, MultiHeadAttention
from torch import nn

FAILS = (
    "transformer_block_dropout_only_in_training",
    "transformer_block_dropout_on_what_is_added",
)


class TransformerBlock(nn.Module):
    def __init__(self, d_model, n_heads, dropout=0.0):
        super().__init__()
        self.norm_1 = nn.LayerNorm(d_model)
        self.attend = MultiHeadAttention(d_model, n_heads)
        self.norm_2 = nn.LayerNorm(d_model)
        self.feed = FeedForward(d_model)
        self.dropout = nn.Dropout(1 - dropout)  # fault: the probability of dropping, not of keeping

    def forward(self, x, mask=None):
        x = x + self.dropout(self.attend(self.norm_1(x), mask=mask))
        return x + self.dropout(self.feed(self.norm_2(x)))
