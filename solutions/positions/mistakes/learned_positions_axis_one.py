"""Call it with a tensor of shape (T, d) and with one of shape (B, h, T, d).

How can you name the axis of positions so that it is right for any number of axes?
"""

import torch
from torch import nn

FAILS = ("learned_positions_any_leading_axes",)


class LearnedPositions(nn.Module):
    def __init__(self, max_len, d):
        super().__init__()
        self.table = nn.Parameter(torch.randn(max_len, d))

    def forward(self, x):
        T = x.shape[1]  # fault: right with one leading axis only
        if len(self.table) < T:
            raise ValueError("sequence too long")
        return x + self.table[:T]
