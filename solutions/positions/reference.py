"""Four ways to tell a transformer where its tokens stand: the reference solution.

Sources: Vaswani et al., "Attention Is All You Need", NeurIPS 2017, section 3.5, for the sines and for the
remark that a shift of them is linear; Su et al., "RoFormer", 2021, section 3.2.2 (equations 14 and 15) and
section 3.4.2 (equation 34) for rotations; Press et al., "Train Short, Test Long", ICLR 2022, section 3, for
the linear bias.

Letters: h heads, T length, d width, p position, m the position of a query, n of a key, i a pair of
components from 0 to d/2 − 1. Positions count from 0, and d is even.
"""

import torch
from torch import Tensor, nn


def frequencies(d: int, base: float = 10000.0) -> Tensor:
    """base^(−2i/d), the angle in radians by which pair i turns per position: (d/2,)."""
    return base ** (-torch.arange(0, d, 2) / d)


def sinusoidal_encoding(max_len: int, d: int) -> Tensor:
    """The table of sines and cosines (Vaswani et al., section 3.5).

    Returns float32 (max_len, d): row p holds sin(p ω_i) at 2i and cos(p ω_i) at 2i + 1.
    """
    angle = torch.arange(max_len)[:, None] * frequencies(d)  # (max_len, d/2)
    return torch.stack([angle.sin(), angle.cos()], dim=-1).flatten(-2)  # (max_len, d)


def shift_matrix(k: int, d: int) -> Tensor:
    """The matrix R with PE(p + k) = PE(p) @ R for every p; k may be negative.

    Returns float32 (d, d), one rotation by k ω_i for each pair on the diagonal, zeros elsewhere.
    """
    angle = k * frequencies(d)  # (d/2,)
    cos, sin = angle.cos(), angle.sin()
    # (sin a, cos a) is a row, so its block is the transpose of the one that would turn a column.
    upper, lower = torch.stack([cos, -sin], dim=-1), torch.stack([sin, cos], dim=-1)  # (d/2, 2) each
    return torch.block_diag(*torch.stack([upper, lower], dim=-2))  # (d, d)


class LearnedPositions(nn.Module):
    """A trainable table with one row for each position, added to the tokens, as in BERT and GPT-2."""

    def __init__(self, max_len: int, d: int) -> None:
        super().__init__()
        self.table = nn.Embedding(max_len, d)

    def forward(self, x: Tensor) -> Tensor:
        """Tokens x (..., T, d) plus row p at position p. Raises ValueError where T is more than max_len."""
        T, max_len = x.shape[-2], self.table.num_embeddings
        if max_len < T:
            raise ValueError(f"{T} positions, but the table of learned positions has {max_len} rows")
        return x + self.table.weight[:T]  # (..., T, d)


def rope(x: Tensor, base: float = 10000.0) -> Tensor:
    """Rotary positions (Su et al., equation 34): pair i of row p turns by the angle p · base^(−2i/d).

    x (..., T, d), float32 or float64; the pairs are (x_0, x_1), (x_2, x_3) and so on.
    Returns a new tensor of the same shape and dtype.
    """
    *_, T, d = x.shape
    angle = torch.arange(T)[:, None] * frequencies(d, base)  # (T, d/2)
    cos, sin = angle.cos().to(x.dtype), angle.sin().to(x.dtype)
    first, second = x[..., 0::2], x[..., 1::2]  # (..., T, d/2)
    return torch.stack([first * cos - second * sin, first * sin + second * cos], dim=-1).flatten(-2)


def alibi_bias(n_heads: int, T: int) -> Tensor:
    """−slope · |m − n|, to be added to the scores of each head (Press et al., section 3).

    The slope of head i, counted from 1, is 2^(−8i/h). Returns float32 (h, T, T), queries m in rows.
    """
    slope = 2.0 ** (-8 * torch.arange(1, n_heads + 1) / n_heads)  # (h,)
    position = torch.arange(T)  # (T,)
    distance = (position[:, None] - position).abs()  # (T, T)
    return -slope[:, None, None] * distance  # (h, T, T)
