"""Call it without a mask, change the last token, and look at the first.

What does `None` mean in the contract?
"""

import torch
from reference import FeedForward, MultiHeadAttention
from torch import nn

FAILS = (
    "transformer_block_mask",
    "transformer_block_order_of_positions",
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
        if mask is None:
            T = x.shape[1]
            mask = torch.ones(T, T, dtype=torch.bool).tril()  # fault: None forbids nothing
        x = x + self.dropout(self.attend(self.norm_1(x), mask=mask))
        return x + self.dropout(self.feed(self.norm_2(x)))
