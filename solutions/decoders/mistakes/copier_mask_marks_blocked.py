"""Print the mask for T = 3 and read its first row aloud.

What does True mean here?
"""

import torch
from reference import TransformerBlock
from torch import nn

FAILS = (
    "causal_copier_never_sees_later_digits",
    "causal_copier_sees_earlier_digits_and_its_own",
    "causal_copier_prefix_stands_alone",
)
USELESS = "it attends to the future and to nothing else"


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
        mask = torch.triu(torch.ones(T, T, dtype=torch.bool))  # fault: sees only what comes later
        h = self.tok(x) + self.pos(torch.arange(T))
        for block in self.blocks:
            h = block(h, mask=mask)
        return self.head(self.norm(h))
