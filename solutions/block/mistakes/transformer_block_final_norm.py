"""Set all parameters to 0 and call it.

Where does a pre-LN model have its last norm?
"""

from reference import FeedForward, MultiHeadAttention
from torch import nn

FAILS = (
    "transformer_block_parameter_count",
    "transformer_block_zeros_give_identity",
)
USELESS = "it normalises the stream, as a post-LN block does"


class TransformerBlock(nn.Module):
    def __init__(self, d_model, n_heads, dropout=0.0):
        super().__init__()
        self.norm_1 = nn.LayerNorm(d_model)
        self.attend = MultiHeadAttention(d_model, n_heads)
        self.norm_2 = nn.LayerNorm(d_model)
        self.feed = FeedForward(d_model)
        self.dropout = nn.Dropout(dropout)
        self.norm_3 = nn.LayerNorm(d_model)  # fault: the last norm belongs to the model

    def forward(self, x, mask=None):
        x = x + self.dropout(self.attend(self.norm_1(x), mask=mask))
        return self.norm_3(x + self.dropout(self.feed(self.norm_2(x))))
