"""Give it ten equal digits and compare the rows of logits.

What tells the positions apart?
"""

from reference import TransformerBlock
from torch import nn

FAILS = (
    "sorter_parameter_count",
    "sorter_tells_positions_apart",
    "sorter_positions_come_before_attention",
)


class Sorter(nn.Module):
    def __init__(self, d=64, n_heads=4, n_layers=2, use_positions=True):
        super().__init__()
        self.tok = nn.Embedding(10, d)
        self.blocks = nn.ModuleList([TransformerBlock(d, n_heads) for _ in range(n_layers)])
        self.norm = nn.LayerNorm(d)
        self.head = nn.Linear(d, 10)

    def forward(self, x):
        h = self.tok(x)  # fault: no positions, whatever use_positions says
        for block in self.blocks:
            h = block(h)
        return self.head(self.norm(h))
