"""Call it with a causal mask, change the last token, and look at the first."""

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
        x = self.norm_1(x + self.attend(x))  # fault: without the mask
        return self.norm_2(x + self.feed(x))
