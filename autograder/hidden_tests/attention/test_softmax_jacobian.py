"""Criteria of `softmax_jacobian`."""

import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor

from autograder.hidden_tests.attention.drawn import EPS32
from autograder.hidden_tests.drawing import Numbers, numbers
from autograder.hidden_tests.expectations import expect_close, expect_tensor
from autograder.student import Student


def rows_of_weights(of: Numbers, *shape: int) -> Tensor:
    """Softmax rows of float32 scores."""
    return of.normal(*shape).softmax(-1)


def jacobian(student: Student, weights: Tensor) -> Tensor:
    """The student's Jacobian in float64, of shape (…, n, n)."""
    n = weights.shape[-1]
    return expect_tensor(student.softmax_jacobian(weights), (*weights.shape, n), "the Jacobian").double()


def both_jacobians(student: Student, n: int, of: Numbers) -> tuple[Tensor, Tensor]:
    """The student's Jacobian and autograd's, for one row of weights.

    The row goes in as a batch of one: what leading axes do is another criterion.
    """
    scores = of.normal(n, dtype=torch.float64)
    expected = torch.func.jacrev(lambda s: s.softmax(-1))(scores)
    return jacobian(student, scores.softmax(-1).float()[None])[0], expected


@settings(max_examples=6)
@given(st.integers(2, 5), numbers)
def test_softmax_jacobian_diagonal(student: Student, n: int, of: Numbers) -> None:
    """Entry [i, i] is how weight i changes with its own score."""
    actual, expected = both_jacobians(student, n, of)
    message = "the diagonal should hold ∂α_i/∂s_i"
    expect_close(actual.diagonal(), expected.diagonal(), 64 * EPS32, message, "diagonal")


@settings(max_examples=6)
@given(st.integers(2, 5), numbers)
def test_softmax_jacobian_off_diagonal(student: Student, n: int, of: Numbers) -> None:
    """Entry [i, j] is how weight i changes with another score j."""
    actual, expected = both_jacobians(student, n, of)
    others = ~torch.eye(n, dtype=torch.bool)
    message = "off the diagonal the Jacobian should hold ∂α_i/∂s_j"
    expect_close(actual[others], expected[others], 64 * EPS32, message, "entries off the diagonal, row by row")


@settings(max_examples=10)
@given(st.sampled_from([(), (3,), (1,), (2, 3)]), st.integers(2, 4), numbers)
def test_softmax_jacobian_any_leading_axes(student: Student, leading: tuple[int, ...], n: int, of: Numbers) -> None:
    """Weights of shape (…, n) give a Jacobian of shape (…, n, n), one for each row."""
    weights = rows_of_weights(of, *leading, n)
    actual = jacobian(student, weights)
    each = torch.stack([jacobian(student, row[None])[0] for row in weights.reshape(-1, n)])
    message = f"with leading axes {leading} each row should have the Jacobian that it has alone"
    expect_close(actual, each.reshape(actual.shape), 64 * EPS32, message, "Jacobian")
