"""Change a 0 into a 1 elsewhere in the sequence and compare how much the logits move.

What does your mask make of the digit 0?
"""

import torch
from reference import TransformerBlock
from torch import nn

FAILS = ("sorter_chains_its_blocks",)


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
        if self.pos is not None:
            h = h + self.pos(torch.arange(x.shape[1]))
        mask = (x != 0)[:, None, None, :] | torch.eye(x.shape[1], dtype=torch.bool)  # fault: 0 is a digit
        for block in self.blocks:
            h = block(h, mask=mask)
        return self.head(self.norm(h))
