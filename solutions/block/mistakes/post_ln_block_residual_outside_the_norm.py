"""Print mean and variance of the vectors of the result.

What stands inside the brackets of LN in the formula?
"""

from reference import FeedForward, MultiHeadAttention
from torch import nn

FAILS = (
    "post_ln_block_ends_normalised",
    "post_ln_block_residual",
)
USELESS = "a third arrangement, neither pre-LN nor post-LN"


class PostLNBlock(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.norm_1 = nn.LayerNorm(d_model)
        self.attend = MultiHeadAttention(d_model, n_heads)
        self.norm_2 = nn.LayerNorm(d_model)
        self.feed = FeedForward(d_model)

    def forward(self, x, mask=None):
        x = x + self.norm_1(self.attend(x, mask=mask))  # fault: normalises what is added
        return x + self.norm_2(self.feed(x))
