"""Layers in an nn.ModuleDict, the head registered before the blocks."""

import torch
from reference import TransformerBlock
from torch import nn


class Sorter(nn.Module):
    def __init__(self, d: int = 64, n_heads: int = 4, n_layers: int = 2, use_positions: bool = True):
        super().__init__()
        self.parts = nn.ModuleDict({"head": nn.Linear(d, 10), "norm": nn.LayerNorm(d), "tok": nn.Embedding(10, d)})
        if use_positions:
            self.parts["pos"] = nn.Embedding(10, d)
        self.stack = nn.ModuleDict({f"block{i}": TransformerBlock(d, n_heads) for i in range(n_layers)})

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        assert x.dim() == 2, "digits (B, T)"
        stream = self.parts["tok"](x)
        if "pos" in self.parts:
            stream = stream + self.parts["pos"].weight.narrow(0, 0, x.shape[1])
        for block in self.stack.values():
            stream = block(stream)
        return self.parts["head"](self.parts["norm"](stream))
