"""Change the first digit of ten.

Which logits should move?
"""

import torch
from reference import TransformerBlock
from torch import nn

FAILS = ("causal_copier_sees_earlier_digits_and_its_own",)


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
        gap = torch.arange(T)[:, None] - torch.arange(T)
        mask = (gap == 3) | (gap == 0)  # fault: the answer is built in
        h = self.tok(x) + self.pos(torch.arange(T))
        for block in self.blocks:
            h = block(h, mask=mask)
        return self.head(self.norm(h))
