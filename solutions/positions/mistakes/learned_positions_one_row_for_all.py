"""Subtract x from the result and compare two positions."""

import torch
from torch import nn

FAILS = (
    "learned_positions_adds_its_table",
    "learned_positions_row_belongs_to_position",
)


class LearnedPositions(nn.Module):
    def __init__(self, max_len, d):
        super().__init__()
        self.table = nn.Parameter(torch.randn(max_len, d))

    def forward(self, x):
        T = x.shape[-2]
        if len(self.table) < T:
            raise ValueError("sequence too long")
        return x + self.table[T - 1]  # fault: the same row everywhere
