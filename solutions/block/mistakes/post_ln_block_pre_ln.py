"""Print mean and variance of the vectors of the result.

What comes last in this arrangement?
"""

from reference import FeedForward, MultiHeadAttention
from torch import nn

FAILS = (
    "post_ln_block_ends_normalised",
    "post_ln_block_residual",
    "post_ln_block_attention_step",
)
USELESS = "it is the other arrangement, which part 2 asks for"


class PostLNBlock(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.norm_1 = nn.LayerNorm(d_model)
        self.attend = MultiHeadAttention(d_model, n_heads)
        self.norm_2 = nn.LayerNorm(d_model)
        self.feed = FeedForward(d_model)

    def forward(self, x, mask=None):
        x = x + self.attend(self.norm_1(x), mask=mask)  # fault: the arrangement of part 2
        return x + self.feed(self.norm_2(x))
