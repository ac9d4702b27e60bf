"""A parameter with a batch axis of 1, small random numbers at first."""

import torch
from torch import nn


class LearnedPositions(nn.Module):
    def __init__(self, max_len: int, d: int) -> None:
        super().__init__()
        self.pos_embedding = nn.Parameter(torch.empty(1, max_len, d))
        nn.init.normal_(self.pos_embedding, std=0.02)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        *_, T, _ = x.shape
        _, max_len, _ = self.pos_embedding.shape
        if max_len < T:
            raise ValueError(f"{T} > {max_len}")
        return x + self.pos_embedding[0, :T]
