"""List the parameters of your block with their shapes.

Which of them has no letter in the formula?
"""

from reference import FeedForward, MultiHeadAttention
from torch import nn

FAILS = ("transformer_block_parameter_count",)


class TransformerBlock(nn.Module):
    def __init__(self, d_model, n_heads, dropout=0.0):
        super().__init__()
        self.norm_1 = nn.LayerNorm(d_model)
        self.attend = MultiHeadAttention(d_model, n_heads)
        self.norm_2 = nn.LayerNorm(d_model)
        self.feed = FeedForward(d_model)
        self.dropout = nn.Dropout(dropout)
        self.project = nn.Linear(d_model, d_model)  # fault: MHA and FFN end with a projection already

    def forward(self, x, mask=None):
        x = x + self.dropout(self.attend(self.norm_1(x), mask=mask))
        return x + self.dropout(self.project(self.feed(self.norm_2(x))))
