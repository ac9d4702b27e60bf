"""Criteria of `alibi_bias`."""

import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor

from autograder.hidden_tests.expectations import after, expect, expect_close, expect_tensor
from autograder.hidden_tests.positions.drawn import EPS32, rearranged
from autograder.student import Student


def bias(student: Student, n_heads: int, T: int, *, finite: bool = True) -> Tensor:
    """The student's bias in float64, (h, T, T)."""
    return rearranged(student.alibi_bias(n_heads, T), (n_heads, T, T), "the bias", finite=finite)


def bias_reacts(student: Student) -> None:
    """The bias has to do with the distance. Where it hasn't, there is nothing to compare."""
    last = bias(student, 2, 4, finite=False)[:, -1]
    message = "keys at different distances should get different biases, but in the last row all are the same"
    expect(bool((last - last[:, :1]).abs().max() > 1e-3), message, ("last row of each head", last))


@settings(max_examples=20)
@given(st.integers(1, 9), st.integers(1, 9))
def test_alibi_bias_matches_formula(student: Student, n_heads: int, T: int) -> None:
    """In head i the last query's bias is −2^(−8i/h) times its distance from each key, i = 1 … h."""
    actual = bias(student, n_heads, T, finite=False)[:, -1]
    slope = 2.0 ** (-8 * torch.arange(1, n_heads + 1, dtype=torch.float64) / n_heads)
    distance = torch.arange(T - 1, -1, -1)
    message = "the last row of head i should be −2^(−8i/h) times the distance of each key, i = 1 … h"
    expect_close(actual, -slope[:, None] * distance, 64 * EPS32 * T, message, "last row of each head")


@after(bias_reacts)
@settings(max_examples=10)
@given(st.integers(1, 5), st.integers(2, 9))
def test_alibi_bias_depends_on_distance(student: Student, n_heads: int, T: int) -> None:
    """Pairs the same distance apart get the same bias, wherever they stand and whichever is first."""
    actual = bias(student, n_heads, T)
    distance = (torch.arange(T)[:, None] - torch.arange(T)).abs()
    expected = actual[:, -1].flip(-1)[:, distance]  # the last query is at distance 0, 1, 2 … from the keys
    message = "all pairs at one distance should have the bias that the last query has at that distance"
    expect_close(actual, expected, 64 * EPS32 * T * float(1 + actual.abs().max()), message, "bias")


@after(bias_reacts)
@settings(max_examples=8)
@given(st.integers(2, 9), st.integers(2, 6))
def test_alibi_bias_heads_differ(student: Student, n_heads: int, T: int) -> None:
    """Each head has a slope of its own."""
    slopes = bias(student, n_heads, T, finite=False)[:, -1, 0].abs().sort().values
    message = f"the {n_heads} heads should have {n_heads} different slopes"
    expect(bool((slopes.diff() > 1e-4).all()), message, ("bias of the last query and first key", slopes))


@after(bias_reacts)
@settings(max_examples=8)
@given(st.integers(1, 9), st.integers(1, 9))
def test_alibi_bias_shape_and_dtype(student: Student, n_heads: int, T: int) -> None:
    """The bias is a float32 tensor of shape (h, T, T)."""
    found = expect_tensor(student.alibi_bias(n_heads, T), (n_heads, T, T), "the bias", finite=False)
    expect(found.dtype == torch.float32, f"the bias should be of dtype torch.float32, but is {found.dtype}")
