"""Subtract x from the result.

Is what is left the table?
"""

import torch
from torch import nn

FAILS = ("learned_positions_adds_its_table",)


class LearnedPositions(nn.Module):
    def __init__(self, max_len, d):
        super().__init__()
        self.table = nn.Parameter(torch.randn(max_len, d))

    def forward(self, x):
        T = x.shape[-2]
        if len(self.table) < T:
            raise ValueError("sequence too long")
        return x * x.shape[-1] ** 0.5 + self.table[:T]  # fault: the contract adds, and nothing else
