"""Call it with a tensor of shape (T, d).

What does your first line expect?
"""

import torch
from torch import nn

FAILS = ("learned_positions_any_leading_axes",)


class LearnedPositions(nn.Module):
    def __init__(self, max_len, d):
        super().__init__()
        self.table = nn.Parameter(torch.randn(max_len, d))

    def forward(self, x):
        _, T, _ = x.shape  # fault: exactly three axes
        if len(self.table) < T:
            raise ValueError("sequence too long")
        return x + self.table[:T]
