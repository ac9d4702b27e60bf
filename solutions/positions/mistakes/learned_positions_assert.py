"""Read the name of the exception that an assert raises.

Which one does the contract ask for?
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
        assert len(self.table) >= T, "sequence too long"  # fault: an AssertionError
        return x + self.table[:T]
