"""Print the row that position max_len gets.

Is there a right one?
"""

import torch
from torch import nn

FAILS = ("learned_positions_rejects_too_long",)


class LearnedPositions(nn.Module):
    def __init__(self, max_len, d):
        super().__init__()
        self.max_len = max_len
        self.table = nn.Embedding(max_len, d)

    def forward(self, x):
        T = x.shape[-2]
        return x + self.table(torch.arange(T) % self.max_len)  # fault: begins again
