"""Print the shape of the attention weights inside your block for n_heads = 4."""

from reference import FeedForward, MultiHeadAttention
from torch import nn

FAILS = ("post_ln_block_attention_step",)


class PostLNBlock(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.norm_1 = nn.LayerNorm(d_model)
        self.attend = MultiHeadAttention(d_model, 1)  # fault: n_heads is ignored
        self.norm_2 = nn.LayerNorm(d_model)
        self.feed = FeedForward(d_model)

    def forward(self, x, mask=None):
        x = self.norm_1(x + self.attend(x, mask=mask))
        return self.norm_2(x + self.feed(x))
