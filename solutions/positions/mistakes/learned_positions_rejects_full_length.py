"""Call it with exactly max_len positions.

How many rows does the table have for them?
"""

import torch
from torch import nn

FAILS = ("learned_positions_rejects_too_long",)


class LearnedPositions(nn.Module):
    def __init__(self, max_len, d):
        super().__init__()
        self.table = nn.Parameter(torch.randn(max_len, d))

    def forward(self, x):
        T = x.shape[-2]
        if len(self.table) <= T:  # fault: max_len positions are allowed
            raise ValueError("sequence too long")
        return x + self.table[:T]
