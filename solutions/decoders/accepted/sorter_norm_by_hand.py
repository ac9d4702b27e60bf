"""The last LayerNorm written out."""

import torch
from reference import TransformerBlock
from torch import nn


class Sorter(nn.Module):
    def __init__(self, d=64, n_heads=4, n_layers=2, use_positions=True):
        super().__init__()
        self.tok = nn.Embedding(10, d)
        self.pos = nn.Embedding(10, d) if use_positions else None
        self.blocks = nn.ModuleList([TransformerBlock(d, n_heads) for _ in range(n_layers)])
        self.gain, self.shift = nn.Parameter(torch.ones(d)), nn.Parameter(torch.zeros(d))
        self.head = nn.Linear(d, 10)

    def forward(self, x):
        h = self.tok(x)
        if self.pos is not None:
            h += self.pos(torch.arange(x.shape[-1], device=x.device))
        for block in self.blocks:
            h = block(h, mask=None)
        centred = h - h.mean(-1, keepdim=True)
        variance = centred.square().mean(-1, keepdim=True)
        return self.head(self.gain * centred / torch.sqrt(variance + 1e-5) + self.shift)
