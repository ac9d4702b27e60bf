"""Hypothesis strategies that the hidden tests share: sizes and a seed are drawn, elements follow from the seed.

Drawing shapes and one seed, not every element, is fast and shrinks to the smallest shape that still fails.
Values are rounded to two decimals, so that a counterexample can be typed in.
"""

import torch
from hypothesis import strategies as st
from torch import Tensor

sizes = st.integers(1, 5)
seeds = st.integers(0, 2**20)


class Numbers:
    """A stream of random tensors from one seed: the same seed gives the same tensors."""

    def __init__(self, seed: int) -> None:
        self.generator = torch.Generator().manual_seed(seed)

    def copy(self) -> "Numbers":
        """A stream that goes on where this one stands."""
        other = Numbers(0)
        other.generator.set_state(self.generator.get_state())
        return other

    def __deepcopy__(self, memo: object) -> "Numbers":
        return self.copy()

    def normal(self, *shape: int, scale: float = 1.0, dtype: torch.dtype = torch.float32) -> Tensor:
        """Standard normal numbers times `scale`, rounded to 0.01, of the given shape."""
        values = torch.randn(shape, generator=self.generator, dtype=torch.float64)
        return (values * scale).round(decimals=2).to(dtype)

    def mask(self, *shape: int) -> Tensor:
        """A boolean mask whose rows each allow at least one key, and forbid one where there are two or more."""
        rows, n = torch.Size(shape[:-1]).numel(), shape[-1]
        mask = torch.rand((rows, n), generator=self.generator) < 0.6
        order = torch.rand((rows, n), generator=self.generator).argsort(-1)
        mask.scatter_(-1, order[:, :1], True)
        if n > 1:
            mask.scatter_(-1, order[:, 1:2], False)
        return mask.reshape(shape)

    def permutation(self, n: int) -> Tensor:
        """A random order of n things."""
        return torch.randperm(n, generator=self.generator)


numbers = seeds.map(Numbers)
