"""Call it with a batch of two and look at what each sequence gets added.

Which axis do your indices count?
"""

import torch
from torch import nn

FAILS = (
    "learned_positions_adds_its_table",
    "learned_positions_any_leading_axes",
)


class LearnedPositions(nn.Module):
    def __init__(self, max_len, d):
        super().__init__()
        self.table = nn.Parameter(torch.randn(max_len, d))

    def forward(self, x):
        B, T = x.shape[0], x.shape[-2]
        if len(self.table) < T:
            raise ValueError("sequence too long")
        rows = self.table[torch.arange(B) % len(self.table)]  # fault: counts sequences, not positions
        return x + rows.view(B, *[1] * (x.dim() - 2), -1)
