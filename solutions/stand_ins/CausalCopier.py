"""CausalCopier on nn.TransformerEncoderLayer, whose masks mean the opposite."""

import torch
from torch import nn


class CausalCopier(nn.Module):
    def __init__(self, d=64, n_heads=4, n_layers=2):
        super().__init__()
        self.tok, self.pos = nn.Embedding(10, d), nn.Embedding(10, d)
        options = {"dropout": 0.0, "activation": "gelu", "batch_first": True, "norm_first": True}
        self.blocks = nn.ModuleList([nn.TransformerEncoderLayer(d, n_heads, 4 * d, **options) for _ in range(n_layers)])
        self.ln_f = nn.LayerNorm(d)
        self.head = nn.Linear(d, 10)

    def forward(self, x):
        T = x.shape[1]
        h = self.tok(x) + self.pos.weight[:T]
        future = torch.ones(T, T, dtype=torch.bool).triu(1)
        for block in self.blocks:
            h = block(h, src_mask=future)
        return self.head(self.ln_f(h))
