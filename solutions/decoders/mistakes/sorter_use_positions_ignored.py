"""Build it with use_positions=False and count its parameters."""

import torch
from reference import TransformerBlock
from torch import nn

FAILS = (
    "sorter_parameter_count",
    "sorter_without_positions_ignores_order",
)


class Sorter(nn.Module):
    def __init__(self, d=64, n_heads=4, n_layers=2, use_positions=True):
        super().__init__()
        self.tok = nn.Embedding(10, d)
        self.pos = nn.Embedding(10, d)  # fault: always
        self.blocks = nn.ModuleList([TransformerBlock(d, n_heads) for _ in range(n_layers)])
        self.norm = nn.LayerNorm(d)
        self.head = nn.Linear(d, 10)

    def forward(self, x):
        h = self.tok(x)
        h = h + self.pos(torch.arange(x.shape[1]))
        for block in self.blocks:
            h = block(h)
        return self.head(self.norm(h))
