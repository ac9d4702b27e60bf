"""Set what attention adds to something large.

Does the feed-forward network notice?
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
        y = self.norm_1(x)
        x = self.norm_1(x + self.attend(x, mask=mask))
        return self.norm_2(x + self.feed(y))  # fault: the network reads what was there before attention
