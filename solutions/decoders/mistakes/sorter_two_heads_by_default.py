"""Compare Sorter() with Sorter(d=64, n_heads=4, n_layers=2) from the same seed."""

from reference import SEQ, VOCAB, TransformerBlock
from torch import nn

FAILS = ("sorter_parameter_count",)


class Sorter(nn.Module):
    def __init__(self, d=64, n_heads=2, n_layers=2, use_positions=True):  # fault: another default
        super().__init__()
        self.tokens = nn.Embedding(VOCAB, d)
        self.positions = nn.Embedding(SEQ, d) if use_positions else None
        self.blocks = nn.ModuleList(TransformerBlock(d, n_heads) for _ in range(n_layers))
        self.norm = nn.LayerNorm(d)
        self.head = nn.Linear(d, VOCAB)

    def forward(self, x):
        stream = self.tokens(x)
        if self.positions is not None:
            stream = stream + self.positions.weight[: x.shape[1]]
        for block in self.blocks:
            stream = block(stream)
        return self.head(self.norm(stream))
