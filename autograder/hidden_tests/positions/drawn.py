"""Sizes and formulas that the criteria of several parts share."""

from typing import Any

import torch
from hypothesis import strategies as st
from torch import Tensor

from autograder.hidden_tests.expectations import Unmet, expect, expect_tensor

EPS32 = torch.finfo(torch.float32).eps

widths = st.integers(1, 6).map(lambda pairs: 2 * pairs)

lengths = st.sampled_from([1, 3, 5, 7, 9])  # odd, since widths are even: swapped axes can be told


def rounding(positions: int, size: float = 1.0) -> float:
    """Rounding allowed in a sine times `size`: an angle of p radians in float32 is off by about p·eps, and a
    few times that where the frequencies are rounded too."""
    return (2e-5 + 1e-6 * positions) * (1 + size)


def angles(positions: Tensor, d: int, base: float = 10000.0) -> Tensor:
    """Position times frequency in float64: (T, d/2)."""
    return positions.double()[:, None] * base ** (-torch.arange(0, d, 2, dtype=torch.float64) / d)


def encoded(positions: Tensor, d: int) -> Tensor:
    """The sinusoidal encodings of these positions in float64: (T, d)."""
    angle = angles(positions, d)
    return torch.stack([angle.sin(), angle.cos()], -1).flatten(-2)


def rearranged(value: Any, shape: tuple[int, ...], what: str, *, finite: bool = True) -> Tensor:
    """The student's tensor in float64 and in this shape. Axes of size 1 too many or too few, or the last two
    swapped, are let pass: the criterion about the shape charges them."""
    tensor = expect_tensor(value, None, what, finite=finite)
    swapped = (*shape[:-2], shape[-1], shape[-2])
    found = tuple(size for size in tensor.shape if size != 1)
    if found == tuple(size for size in shape if size != 1):
        return tensor.double().reshape(shape)
    if found == tuple(size for size in swapped if size != 1):
        return tensor.double().reshape(swapped).mT
    raise Unmet(f"{what} should have the shape {shape}, but has {tuple(tensor.shape)}")


def expect_all_different(rows: Tensor, gap: float, message: str) -> None:
    """Raise Unmet unless any two rows (T, d) are further apart than `gap`."""
    squares = rows.square().sum(-1)
    for start in range(0, len(rows), 500):  # 500 rows with all the others at a time, to save memory
        part = slice(start, start + 500)
        squared = squares[part, None] + squares - 2 * rows[part] @ rows.T
        squared.diagonal(start).fill_(torch.inf)
        if not float(squared.min()) > gap**2:
            first, second = divmod(int(squared.argmin()), len(rows))
            first += start
            raise Unmet(
                f"{message}, but the rows {first} and {second} are the same",
                ((f"row {first}", rows[first]), (f"row {second}", rows[second])),
            )


def expect_unchanged(function: str, before: Tensor, after: Any) -> None:
    """Raise Unmet unless the argument x of a call is what it was."""
    unchanged = isinstance(after, Tensor) and torch.equal(before, after)
    expect(unchanged, f"{function} should not change x", ("x before", before), ("x after", after))
