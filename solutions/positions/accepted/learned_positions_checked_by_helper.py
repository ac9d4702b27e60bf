"""The length checked by a helper of its own, and the rows narrowed."""

import torch
from torch import nn


def checked_length(T, max_len):
    if max_len < T:
        raise ValueError(f"{T} positions, {max_len} rows")
    return T


class LearnedPositions(nn.Module):
    def __init__(self, max_len, d):
        super().__init__()
        self.table = nn.Parameter(torch.randn(max_len, d) / d**0.5)

    def forward(self, x):
        T = checked_length(x.shape[-2], self.table.shape[0])
        return x + self.table.narrow(0, 0, T)
