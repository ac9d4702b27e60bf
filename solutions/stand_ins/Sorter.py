"""Sorter from PyTorch's layers around the MultiHeadAttention of the notebook, which keeps last_weights."""

from torch import nn


class Sorter(nn.Module):
    class Block(nn.Module):
        def __init__(self, d, n_heads):
            super().__init__()
            self.ln1, self.ln2 = nn.LayerNorm(d), nn.LayerNorm(d)
            self.attn = MultiHeadAttention(d, n_heads)  # noqa: F821 - runs in the notebook, after its cell
            self.ffn = nn.Sequential(nn.Linear(d, 4 * d), nn.GELU(), nn.Linear(4 * d, d))

        def forward(self, x, mask=None):
            x = x + self.attn(self.ln1(x), mask=mask)
            return x + self.ffn(self.ln2(x))

    def __init__(self, d=64, n_heads=4, n_layers=2, use_positions=True):
        super().__init__()
        self.tok = nn.Embedding(10, d)
        self.pos = nn.Embedding(10, d) if use_positions else None
        self.blocks = nn.ModuleList([Sorter.Block(d, n_heads) for _ in range(n_layers)])
        self.ln_f = nn.LayerNorm(d)
        self.head = nn.Linear(d, 10)

    def forward(self, x, mask=None):
        h = self.tok(x) if self.pos is None else self.tok(x) + self.pos.weight[: x.shape[1]]
        for block in self.blocks:
            h = block(h, mask)
        return self.head(self.ln_f(h))
