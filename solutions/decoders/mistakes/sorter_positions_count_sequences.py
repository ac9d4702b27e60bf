"""Give it two equal sequences in one batch.

Which axis do your indices count?
"""

import torch
from reference import TransformerBlock
from torch import nn

FAILS = (
    "sorter_tells_positions_apart",
    "sorter_sequences_are_independent",
)


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
            h = h + self.pos(torch.arange(x.shape[0]) % 10)[:, None]  # fault: counts the batch
        for block in self.blocks:
            h = block(h)
        return self.head(self.norm(h))
