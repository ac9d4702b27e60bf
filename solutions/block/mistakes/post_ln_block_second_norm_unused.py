"""Call backward, then print which parameters have the gradient None."""

from reference import FeedForward, MultiHeadAttention
from torch import nn

FAILS = ("post_ln_block_gradients",)


class PostLNBlock(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.norm_1 = nn.LayerNorm(d_model)
        self.attend = MultiHeadAttention(d_model, n_heads)
        self.norm_2 = nn.LayerNorm(d_model)
        self.feed = FeedForward(d_model)

    def forward(self, x, mask=None):
        x = self.norm_1(x + self.attend(x, mask=mask))
        return self.norm_1(x + self.feed(x))  # fault: norm_2 takes no part
