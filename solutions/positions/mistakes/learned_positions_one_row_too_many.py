"""Count the parameters for max_len = 5 and d = 4."""

import torch
from torch import nn

FAILS = ("learned_positions_parameter_count",)


class LearnedPositions(nn.Module):
    def __init__(self, max_len, d):
        super().__init__()
        self.table = nn.Parameter(torch.randn(max_len + 1, d))  # fault: positions are 0 … max_len − 1

    def forward(self, x):
        T = x.shape[-2]
        if len(self.table) - 1 < T:
            raise ValueError("sequence too long")
        return x + self.table[:T]
