"""An exception of its own, derived from ValueError."""

from torch import nn


class TooLongError(ValueError):
    def __init__(self, T, max_len):
        super().__init__(f"{T} positions asked of a table of {max_len}")


class LearnedPositions(nn.Module):
    def __init__(self, max_len, d):
        super().__init__()
        self.table = nn.Embedding(max_len, d)

    def forward(self, x):
        T = x.shape[-2]
        if self.table.num_embeddings < T:
            raise TooLongError(T, self.table.num_embeddings)
        return x + self.table.weight[:T]
