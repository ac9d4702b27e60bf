"""Change the last digit and look at the logits of the first position.

What does the first output have to know?
"""

import torch
from reference import TransformerBlock
from torch import nn

FAILS = ("sorter_every_output_sees_every_digit",)


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
        T = x.shape[1]
        mask = torch.ones(T, T, dtype=torch.bool).tril()  # fault: a sorter looks ahead
        for block in self.blocks:
            h = block(h, mask=mask)
        return self.head(self.norm(h))
