"""Let two digits change places and look at a third position.

At which line does the model learn where a digit stands, and which lines come before it?
"""

import torch
from reference import TransformerBlock
from torch import nn

FAILS = ("sorter_positions_come_before_attention",)


class Sorter(nn.Module):
    def __init__(self, d=64, n_heads=4, n_layers=2, use_positions=True):
        super().__init__()
        self.tok = nn.Embedding(10, d)
        self.pos = nn.Embedding(10, d) if use_positions else None
        self.blocks = nn.ModuleList([TransformerBlock(d, n_heads) for _ in range(n_layers)])
        self.norm = nn.LayerNorm(d)
        self.head = nn.Linear(d, 10)

    def forward(self, x):
        h = self.tok(x)
        for block in self.blocks:
            h = block(h)
        if self.pos is not None:
            # fault: too late for attention to know
            h = h + self.pos(torch.arange(x.shape[1]))
        return self.head(self.norm(h))
