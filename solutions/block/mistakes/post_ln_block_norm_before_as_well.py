"""Multiply x by 100.

How does MHA(x) change, and does your block notice?
"""

from reference import FeedForward, MultiHeadAttention
from torch import nn

FAILS = (
    "post_ln_block_parameter_count",
    "post_ln_block_attention_step",
)


class PostLNBlock(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.norm_1 = nn.LayerNorm(d_model)
        self.attend = MultiHeadAttention(d_model, n_heads)
        self.norm_2 = nn.LayerNorm(d_model)
        self.feed = FeedForward(d_model)
        self.norm_0 = nn.LayerNorm(d_model)  # fault: attention reads x itself

    def forward(self, x, mask=None):
        x = self.norm_1(x + self.attend(self.norm_0(x), mask=mask))
        return self.norm_2(x + self.feed(x))
