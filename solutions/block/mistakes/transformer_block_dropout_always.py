"""Make a block with dropout=0.5, call eval(), and call it twice with the same x."""

from reference import FeedForward, MultiHeadAttention
from torch import nn

FAILS = ("transformer_block_dropout_only_in_training",)


class TransformerBlock(nn.Module):
    def __init__(self, d_model, n_heads, dropout=0.0):
        super().__init__()
        self.norm_1 = nn.LayerNorm(d_model)
        self.attend = MultiHeadAttention(d_model, n_heads)
        self.norm_2 = nn.LayerNorm(d_model)
        self.feed = FeedForward(d_model)
        self.p = dropout

    def forward(self, x, mask=None):
        x = x + nn.functional.dropout(self.attend(self.norm_1(x), mask=mask), self.p)  # fault: in evaluation too
        return x + nn.functional.dropout(self.feed(self.norm_2(x)), self.p)
