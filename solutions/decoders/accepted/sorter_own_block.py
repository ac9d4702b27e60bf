"""A block of its own, written out, with another GELU and other epsilons."""

import torch
from torch import nn


class Block(nn.Module):
    def __init__(self, d, n_heads):
        super().__init__()
        self.h = n_heads
        self.qkv, self.mix = nn.Linear(d, 3 * d), nn.Linear(d, d)
        self.up, self.down = nn.Linear(d, 4 * d), nn.Linear(4 * d, d)
        self.n1, self.n2 = nn.LayerNorm(d, eps=1e-6), nn.LayerNorm(d, eps=1e-6)

    def forward(self, x):
        B, T, d = x.shape
        q, k, v = self.qkv(self.n1(x)).view(B, T, 3, self.h, d // self.h).permute(2, 0, 3, 1, 4)
        a = (q @ k.mT * (d // self.h) ** -0.5).softmax(-1) @ v
        x = x + self.mix(a.transpose(1, 2).reshape(B, T, d))
        return x + self.down(nn.functional.gelu(self.up(self.n2(x)), approximate="tanh"))


class Sorter(nn.Module):
    def __init__(self, d=64, n_heads=4, n_layers=2, use_positions=True):
        super().__init__()
        self.tok = nn.Embedding(10, d)
        self.pos = nn.Parameter(torch.randn(10, d)) if use_positions else None
        self.blocks = nn.ModuleList([Block(d, n_heads) for _ in range(n_layers)])
        self.norm = nn.LayerNorm(d, eps=1e-6)
        self.head = nn.Linear(d, 10)

    def forward(self, x):
        h = self.tok(x)
        if self.pos is not None:
            h = h + self.pos[: x.shape[1]]
        for block in self.blocks:
            h = block(h)
        return self.head(self.norm(h))
