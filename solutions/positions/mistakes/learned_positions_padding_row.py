"""Print the gradient of each row of the table after a backward pass.

What does `padding_idx` mean?
"""

import torch
from torch import nn

FAILS = ("learned_positions_gradients",)


class LearnedPositions(nn.Module):
    def __init__(self, max_len, d):
        super().__init__()
        self.max_len = max_len
        self.table = nn.Embedding(max_len, d, padding_idx=0)  # fault: row 0 is never trained

    def forward(self, x):
        T = x.shape[-2]
        if self.max_len < T:
            raise ValueError("sequence too long")
        return x + self.table(torch.arange(T))
