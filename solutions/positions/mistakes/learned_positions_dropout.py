"""Call it twice with the same x.

What differs, and does the contract mention it?
"""

import torch
from torch import nn

FAILS = (
    "learned_positions_adds_its_table",
    "learned_positions_row_belongs_to_position",
    "learned_positions_leaves_input_alone",
)
USELESS = "the result is random"


class LearnedPositions(nn.Module):
    def __init__(self, max_len, d):
        super().__init__()
        self.table = nn.Parameter(torch.randn(max_len, d))

    def forward(self, x):
        T = x.shape[-2]
        if len(self.table) < T:
            raise ValueError("sequence too long")
        return nn.functional.dropout(x + self.table[:T], 0.1)  # fault: nobody asked for dropout
