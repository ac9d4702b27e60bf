"""Call backward on the sum of the result and print the gradient of the table."""

import torch
from torch import nn

FAILS = ("learned_positions_gradients",)


class LearnedPositions(nn.Module):
    def __init__(self, max_len, d):
        super().__init__()
        self.table = nn.Parameter(torch.randn(max_len, d))

    def forward(self, x):
        T = x.shape[-2]
        if len(self.table) < T:
            raise ValueError("sequence too long")
        return x + self.table.data[:T]  # fault: cut off from the gradient
