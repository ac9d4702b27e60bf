"""Compare a sequence of 2 with the first two positions of a longer one.

Which rows do they get?
"""

import torch
from torch import nn

FAILS = ("learned_positions_row_belongs_to_position",)


class LearnedPositions(nn.Module):
    def __init__(self, max_len, d):
        super().__init__()
        self.table = nn.Parameter(torch.randn(max_len, d))

    def forward(self, x):
        T = x.shape[-2]
        if len(self.table) < T:
            raise ValueError("sequence too long")
        return x + self.table[-T:]  # fault: the last T rows
