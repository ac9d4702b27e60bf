"""Print the shape of the logits for three sequences of five digits."""

import torch
from reference import TransformerBlock
from torch import nn

FAILS = ("causal_copier_logits_shape",)
USELESS = "every criterion reads the logits by position"


class CausalCopier(nn.Module):
    def __init__(self, d=64, n_heads=4, n_layers=2):
        super().__init__()
        self.tok = nn.Embedding(10, d)
        self.pos = nn.Embedding(10, d)
        self.blocks = nn.ModuleList([TransformerBlock(d, n_heads) for _ in range(n_layers)])
        self.norm = nn.LayerNorm(d)
        self.head = nn.Linear(d, 10)

    def forward(self, x):
        T = x.shape[1]
        mask = torch.tril(torch.ones(T, T, dtype=torch.bool))
        h = self.tok(x) + self.pos(torch.arange(T))
        for block in self.blocks:
            h = block(h, mask=mask)
        return self.head(self.norm(h))[:, 3:]  # fault: the loss leaves them out, not the model
