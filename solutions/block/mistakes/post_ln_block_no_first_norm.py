"""Count the parameters for d = 64.

How often does LN occur in the formula?
"""

from reference import FeedForward, MultiHeadAttention
from torch import nn

FAILS = ("post_ln_block_parameter_count",)


class PostLNBlock(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.attend = MultiHeadAttention(d_model, n_heads)
        self.norm_2 = nn.LayerNorm(d_model)
        self.feed = FeedForward(d_model)

    def forward(self, x, mask=None):
        x = x + self.attend(x, mask=mask)  # fault: the norm comes after each addition
        return self.norm_2(x + self.feed(x))
