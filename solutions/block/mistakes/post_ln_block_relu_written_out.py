"""Silence attention and put a token through the network by hand.

Which nonlinearity does your own FeedForward have?
"""

from reference import MultiHeadAttention
from torch import nn

FAILS = ("post_ln_block_feed_forward_step",)


class PostLNBlock(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.norm_1 = nn.LayerNorm(d_model)
        self.attend = MultiHeadAttention(d_model, n_heads)
        self.norm_2 = nn.LayerNorm(d_model)
        self.feed = nn.Sequential(
            nn.Linear(d_model, 4 * d_model),
            nn.ReLU(),  # fault: not the network of part 1
            nn.Linear(4 * d_model, d_model),
        )

    def forward(self, x, mask=None):
        x = self.norm_1(x + self.attend(x, mask=mask))
        return self.norm_2(x + self.feed(x))
