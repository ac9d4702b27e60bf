"""Compare CausalCopier() with CausalCopier(d=64, n_heads=4, n_layers=2) from the same seed."""

import torch
from reference import SEQ, VOCAB, TransformerBlock
from torch import nn

FAILS = ("causal_copier_parameter_count",)


class CausalCopier(nn.Module):
    def __init__(self, d=64, n_heads=2, n_layers=2):  # fault: another default
        super().__init__()
        self.tokens = nn.Embedding(VOCAB, d)
        self.positions = nn.Embedding(SEQ, d)
        self.blocks = nn.ModuleList(TransformerBlock(d, n_heads) for _ in range(n_layers))
        self.norm = nn.LayerNorm(d)
        self.head = nn.Linear(d, VOCAB)

    def forward(self, x):
        T = x.shape[1]
        causal = torch.ones(T, T, dtype=torch.bool).tril()
        stream = self.tokens(x) + self.positions.weight[:T]
        for block in self.blocks:
            stream = block(stream, mask=causal)
        return self.head(self.norm(stream))
