"""Silence one sublayer after the other.

Which of them reads what the other has added?
"""

from reference import FeedForward, MultiHeadAttention
from torch import nn

FAILS = ("post_ln_block_one_step_after_the_other",)


class PostLNBlock(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.norm_1 = nn.LayerNorm(d_model)
        self.attend = MultiHeadAttention(d_model, n_heads)
        self.norm_2 = nn.LayerNorm(d_model)
        self.feed = FeedForward(d_model)

    def forward(self, x, mask=None):
        x = self.norm_2(x + self.feed(x))  # fault: attention comes first
        return self.norm_1(x + self.attend(x, mask=mask))
