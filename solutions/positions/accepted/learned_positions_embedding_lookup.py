"""nn.Embedding, asked for the numbers 0 to T − 1."""

import torch
import torch.nn as nn


class LearnedPositions(nn.Module):
    def __init__(self, max_len, d):
        super().__init__()
        self.max_len = max_len
        self.embedding = nn.Embedding(max_len, d)

    def forward(self, x):
        T = x.shape[-2]
        if self.max_len < T:
            raise ValueError(f"at most {self.max_len} positions, got {T}")
        return x + self.embedding(torch.arange(T, device=x.device))
