"""A mask of shape (1, 1, T, T)."""

import torch
from reference import TransformerBlock
from torch import nn


class CausalCopier(nn.Module):
    def __init__(self, d=64, n_heads=4, n_layers=2):
        super().__init__()
        self.embed = nn.ModuleList([nn.Embedding(10, d), nn.Embedding(10, d)])
        self.blocks = nn.ModuleList([TransformerBlock(d, n_heads) for _ in range(n_layers)])
        self.norm, self.head = nn.LayerNorm(d), nn.Linear(d, 10)

    def forward(self, x):
        B, T = x.shape
        mask = torch.zeros(1, 1, T, T, dtype=torch.bool)
        for t in range(T):
            mask[:, :, t, : t + 1] = True
        h = sum(table(index) for table, index in zip(self.embed, (x, torch.arange(T).repeat(B, 1)), strict=True))
        for block in self.blocks:
            h = block(h, mask=mask)
        return self.head(self.norm(h))
