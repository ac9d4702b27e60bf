"""Call it with a causal mask for T = 3.

Which tokens does the first one see?
"""

from reference import FeedForward, MultiHeadAttention
from torch import nn

FAILS = ("post_ln_block_mask",)


class PostLNBlock(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.norm_1 = nn.LayerNorm(d_model)
        self.attend = MultiHeadAttention(d_model, n_heads)
        self.norm_2 = nn.LayerNorm(d_model)
        self.feed = FeedForward(d_model)

    def forward(self, x, mask=None):
        x = self.norm_1(x + self.attend(x, mask=None if mask is None else ~mask))  # fault: True = may attend
        return self.norm_2(x + self.feed(x))
