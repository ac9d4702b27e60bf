"""Print the variances of the vectors of the result, with `correction=0`.

By what did you divide the sum of the squares?
"""

import torch
from reference import FeedForward, MultiHeadAttention
from torch import nn

FAILS = ("post_ln_block_ends_normalised",)


class Norm(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.scale, self.shift = nn.Parameter(torch.ones(d)), nn.Parameter(torch.zeros(d))

    def forward(self, x):
        std = x.std(-1, keepdim=True)  # fault: divides by d − 1
        return self.scale * (x - x.mean(-1, keepdim=True)) / (std + 1e-6) + self.shift


class PostLNBlock(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.norm_1 = Norm(d_model)
        self.attend = MultiHeadAttention(d_model, n_heads)
        self.norm_2 = Norm(d_model)
        self.feed = FeedForward(d_model)

    def forward(self, x, mask=None):
        x = self.norm_1(x + self.attend(x, mask=mask))
        return self.norm_2(x + self.feed(x))
