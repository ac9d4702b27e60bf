"""Set all parameters but the scales of the norms to 0 and call it with (3, 1).

Is the path from x to the result clean?
"""

from reference import FeedForward, MultiHeadAttention
from torch import nn

FAILS = (
    "transformer_block_zeros_give_identity",
    "transformer_block_attention_step",
    "transformer_block_feed_forward_step",
)
USELESS = "it is the other arrangement, which part 4 asks for"


class TransformerBlock(nn.Module):
    def __init__(self, d_model, n_heads, dropout=0.0):
        super().__init__()
        self.norm_1 = nn.LayerNorm(d_model)
        self.attend = MultiHeadAttention(d_model, n_heads)
        self.norm_2 = nn.LayerNorm(d_model)
        self.feed = FeedForward(d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, mask=None):
        x = self.norm_1(x + self.dropout(self.attend(x, mask=mask)))  # fault: normalises the stream itself
        return self.norm_2(x + self.dropout(self.feed(x)))
