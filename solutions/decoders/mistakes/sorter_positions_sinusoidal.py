"""Count the parameters of a model without blocks.

Which kind of positions does the contract name?
"""

import torch
from reference import TransformerBlock
from torch import nn

FAILS = ("sorter_parameter_count",)


class Sorter(nn.Module):
    def __init__(self, d=64, n_heads=4, n_layers=2, use_positions=True):
        super().__init__()
        self.tok = nn.Embedding(10, d)
        self.use_positions = use_positions
        angle = torch.arange(10)[:, None] * 10000 ** (-torch.arange(0, d, 2) / d)
        self.register_buffer("pe", torch.stack([angle.sin(), angle.cos()], -1).flatten(1))  # fault: a fixed table
        self.blocks = nn.ModuleList([TransformerBlock(d, n_heads) for _ in range(n_layers)])
        self.norm = nn.LayerNorm(d)
        self.head = nn.Linear(d, 10)

    def forward(self, x):
        h = self.tok(x)
        if self.use_positions:
            h = h + self.pe[: x.shape[1]]
        for block in self.blocks:
            h = block(h)
        return self.head(self.norm(h))
