"""Set all rows of the position table to zero and compare the logits.

Who reads that table?
"""

from reference import TransformerBlock
from torch import nn

FAILS = (
    "sorter_tells_positions_apart",
    "sorter_positions_come_before_attention",
    "sorter_every_parameter_is_used",
)


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
        # fault: the positions are made and never added
        for block in self.blocks:
            h = block(h)
        return self.head(self.norm(h))
