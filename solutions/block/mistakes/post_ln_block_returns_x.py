"""Subtract x from the result.

Which of your sublayers is at work?
"""

from reference import FeedForward, MultiHeadAttention
from torch import nn

FAILS = (
    "post_ln_block_ends_normalised",
    "post_ln_block_parameter_count",
    "post_ln_block_gradients",
    "post_ln_block_residual",
    "post_ln_block_attention_step",
    "post_ln_block_feed_forward_step",
    "post_ln_block_one_step_after_the_other",
    "post_ln_block_mask",
)
USELESS = "nothing in it takes part"


class PostLNBlock(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.norm_1 = nn.LayerNorm(d_model)
        self.attend = MultiHeadAttention(d_model, n_heads)
        self.norm_2 = nn.LayerNorm(d_model)
        self.feed = FeedForward(d_model)

    def forward(self, x, mask=None):
        self.norm_1(x + self.attend(x, mask=mask))
        self.norm_2(x + self.feed(x))
        return x  # fault: the result is dropped
