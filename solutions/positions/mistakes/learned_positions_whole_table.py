"""Call it with a sequence shorter than max_len.

Which rows does it need?
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
        return x + self.table  # fault: all rows, whatever T is
