"""Call it with two sequences, change the first, and look at the second.

Which axis does your attention take for the positions?
"""

from reference import FeedForward, MultiHeadAttention
from torch import nn

FAILS = (
    "transformer_block_attention_step",
    "transformer_block_mask",
    "transformer_block_each_sequence_alone",
)


class TransformerBlock(nn.Module):
    def __init__(self, d_model, n_heads, dropout=0.0):
        super().__init__()
        self.norm_1 = nn.LayerNorm(d_model)
        self.attend = MultiHeadAttention(d_model, n_heads)
        self.norm_2 = nn.LayerNorm(d_model)
        self.feed = FeedForward(d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, mask=None):
        y = self.norm_1(x).transpose(0, 1)  # fault: now the batch stands where positions should
        x = x + self.dropout(self.attend(y, mask=mask).transpose(0, 1))
        return x + self.dropout(self.feed(self.norm_2(x)))
