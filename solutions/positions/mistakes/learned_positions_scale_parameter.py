"""Print the names and shapes of all parameters.

Which of them does the contract know?
"""

import torch
from torch import nn

FAILS = (
    "learned_positions_adds_its_table",
    "learned_positions_parameter_count",
)


class LearnedPositions(nn.Module):
    def __init__(self, max_len, d):
        super().__init__()
        self.max_len = max_len
        self.table = nn.Embedding(max_len, d)
        self.scale = nn.Parameter(torch.ones(1))  # fault: one parameter more than the table

    def forward(self, x):
        T = x.shape[-2]
        if self.max_len < T:
            raise ValueError("sequence too long")
        return self.scale * x + self.table(torch.arange(T))
