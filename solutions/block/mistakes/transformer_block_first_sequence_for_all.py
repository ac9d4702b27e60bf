"""Call it with two sequences, change the first, and look at the second."""

from reference import FeedForward, MultiHeadAttention
from torch import nn

FAILS = (
    "transformer_block_each_sequence_alone",
    "transformer_block_attention_step",
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
        keys = self.norm_1(x)[:1].expand_as(x)  # fault: everybody looks at the first sequence
        x = x + self.dropout(self.attend(self.norm_1(x), kv=keys, mask=mask))
        return x + self.dropout(self.feed(self.norm_2(x)))
