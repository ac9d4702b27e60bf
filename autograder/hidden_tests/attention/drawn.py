"""Inputs of `attention`, the student's outputs for them after a look at their form, and what rounding explains."""

import math
from typing import Any

import torch
from hypothesis import strategies as st
from torch import Tensor

from autograder.hidden_tests.drawing import Numbers, numbers, sizes
from autograder.hidden_tests.expectations import Unmet, expect, expect_pair, expect_tensor
from autograder.student import Student, StudentRaised

EPS32 = torch.finfo(torch.float32).eps


def tolerance(Q: Tensor, K: Tensor, dtype: torch.dtype = torch.float32) -> float:
    """Rounding allowed in a weight: 64 ulp, more for large scores, since exp turns an absolute error of a
    score, eps·|q||k|/√d_k, into a relative one of the weight."""
    largest = float(Q.double().norm(dim=-1).max() * K.double().norm(dim=-1).max()) / math.sqrt(Q.shape[-1])
    return 64 * torch.finfo(dtype).eps * (1 + largest)


def attend(student: Student, Q: Tensor, K: Tensor, V: Tensor, *mask: Tensor | None, finite: bool = True) -> Any:
    """The student's (out, weights) in float64, of the right shapes. What every criterion needs, and no more."""
    result = student.attention(Q, K, V, *mask)
    return checked(result, Q, K, V, finite=finite)


def checked(result: Any, Q: Tensor, K: Tensor, V: Tensor, *, finite: bool = True) -> tuple[Tensor, Tensor]:
    """A returned value as (out, weights) in float64 after its form was checked."""
    out, weights = expect_pair(result, ("out", "weights"), "attention")
    *leading, m, _ = Q.shape
    out = expect_tensor(out, (*leading, m, V.shape[-1]), "out", finite=finite)
    weights = expect_tensor(weights, (*leading, m, K.shape[-2]), "weights", finite=finite)
    return out.double(), weights.double()


@st.composite
def inputs(draw: st.DrawFn, min_keys: int = 1, min_batch: int = 1, scale: float = 1.0) -> tuple[Any, ...]:
    """Q (B, m, d_k), K (B, n, d_k), V (B, n, d_v) in float32, all sizes free, and the numbers for more."""
    B, m, d_k, d_v = draw(st.integers(min_batch, 4)), draw(sizes), draw(sizes), draw(sizes)
    n = draw(st.integers(min_keys, 5))
    of = draw(numbers)
    return of.normal(B, m, d_k, scale=scale), of.normal(B, n, d_k, scale=scale), of.normal(B, n, d_v), of


def some_mask(of: Numbers, Q: Tensor, K: Tensor) -> Tensor | None:
    """A mask (m, n) that forbids something to every query, for criteria that are not about masks.

    None where there is but one key to allow, or where the mask would be square, which hides swapped axes.
    """
    return None if K.shape[1] in (1, Q.shape[1]) else of.mask(Q.shape[1], K.shape[1])


def attend_masked(
    student: Student, Q: Tensor, K: Tensor, V: Tensor, mask: Tensor | None
) -> tuple[Tensor, Tensor, Tensor | None]:
    """The student's (out, weights) and the mask that they are for, for criteria that are not about masks.

    It is None where the student's attention can't take the mask at all: the criteria about masks charge that, once.
    """
    if mask is not None:
        try:
            return *attend(student, Q, K, V, mask), mask
        except (Unmet, StudentRaised):
            pass
    return *attend(student, Q, K, V), None


def expect_distribution(weights: Tensor, allowed: float, what: str) -> None:
    """Raise Unmet unless the last axis is non-negative and sums to 1 within `allowed`."""
    expect(bool((weights >= 0).all()), f"{what} should not be negative", ("your weights", weights))
    sums = weights.sum(-1)
    message = f"{what} should sum to 1 over the keys (the last axis)"
    if not bool(((sums - 1).abs() <= allowed).all()):
        raise Unmet(message, (("your weights", weights), ("their sums", sums)))


def attention_reacts(student: Student) -> None:
    """Some weight and some output differ from the others. In zeros or plain averages there is nothing to compare."""
    of = Numbers(1)
    Q, K, V = of.normal(2, 3, 2), of.normal(2, 4, 2), of.normal(2, 4, 1)
    out, weights = attend(student, Q, K, V)
    for name, values in (("the weights", weights), ("the outputs", out)):
        message = f"different queries and keys should make a difference, but {name} are all the same"
        expect(bool(values.max() - values.min() > 1e-3), message, (name, values))
