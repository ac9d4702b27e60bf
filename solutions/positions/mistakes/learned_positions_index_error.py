"""Call it with a sequence that is one too long and read the name of the exception.

Which one does the contract ask for?
"""

import torch
from torch import nn

FAILS = ("learned_positions_rejects_too_long",)


class LearnedPositions(nn.Module):
    def __init__(self, max_len, d):
        super().__init__()
        self.table = nn.Embedding(max_len, d)

    def forward(self, x):
        return x + self.table(torch.arange(x.shape[-2]))  # fault: IndexError where the table ends
