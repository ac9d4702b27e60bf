"""Criteria of `causal_mask`, `padding_mask` and `to_blocked`, True = may attend."""

import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor

from autograder.hidden_tests.drawing import numbers, sizes
from autograder.hidden_tests.expectations import expect, expect_bool_tensor, expect_tensor
from autograder.student import Student


@settings(max_examples=10)
@given(st.integers(1, 8))
def test_causal_mask_allows_past_and_present(student: Student, T: int) -> None:
    """Query t may attend to keys 0 … t: True on and below the diagonal, False above."""
    mask = expect_tensor(student.causal_mask(T), (T, T), "the mask", finite=False)
    expected = torch.ones(T, T).tril().bool()
    expect(
        bool((mask.bool() == expected).all()) and bool(((mask == 0) | (mask == 1)).all()),
        f"causal_mask({T}) should be True exactly where the key is not after the query",
        ("your mask", mask),
        ("expected", expected),
    )


@settings(max_examples=10)
@given(st.integers(1, 8))
def test_causal_mask_is_boolean_square(student: Student, T: int) -> None:
    """The mask is a boolean tensor of shape (T, T)."""
    expect_bool_tensor(student.causal_mask(T), (T, T), "the mask")


@st.composite
def padded_lengths(draw: st.DrawFn) -> tuple[Tensor, int]:
    """Lengths (B,) from 0 to T, and T; B differs from T now and then."""
    T = draw(st.integers(1, 7))
    return torch.tensor(draw(st.lists(st.integers(0, T), min_size=1, max_size=4))), T


@settings(max_examples=15)
@given(padded_lengths())
def test_padding_mask_marks_real_tokens(student: Student, case: tuple[Tensor, int]) -> None:
    """Entry b is True for its first lengths[b] positions and False for the padding after them."""
    lengths, T = case
    mask = expect_tensor(student.padding_mask(lengths, T), None, "the mask", finite=False)
    expected = torch.arange(T) < lengths[:, None]
    expect(
        mask.numel() == expected.numel(),
        f"the mask should have one entry for each of {len(lengths)} sequences and {T} positions, "
        f"but has the shape {tuple(mask.shape)}",
    )
    expect(
        bool((mask.reshape(expected.shape) == expected).all()),
        "the mask should be True exactly for the first lengths[b] positions",
        ("your mask", mask),
        ("expected", expected),
    )


@settings(max_examples=20)
@given(padded_lengths())
def test_padding_mask_broadcasts_over_queries(student: Student, case: tuple[Tensor, int]) -> None:
    """The mask is boolean and of shape (B, 1, T), so that one row serves all queries."""
    lengths, T = case
    expect_bool_tensor(student.padding_mask(lengths, T), (len(lengths), 1, T), "the mask")


@st.composite
def masks(draw: st.DrawFn) -> Tensor:
    """Boolean masks of one to three axes."""
    shape = draw(st.lists(sizes, min_size=1, max_size=3))
    return torch.rand(shape, generator=draw(numbers).generator) < 0.5


@settings(max_examples=10)
@given(masks())
def test_to_blocked_inverts(student: Student, mask: Tensor) -> None:
    """True becomes False and False True: the other API marks what is blocked."""
    blocked = expect_tensor(student.to_blocked(mask), mask.shape, "the result", finite=False)
    expect(
        bool(((blocked != 0) == ~mask).all()),
        "the result should be True exactly where the mask is False",
        ("mask", mask),
        ("your result", blocked),
    )


@settings(max_examples=10)
@given(masks())
def test_to_blocked_leaves_mask_alone(student: Student, mask: Tensor) -> None:
    """The result is a new boolean tensor; the mask passed in keeps its values."""
    observed = student.to_blocked.observed(mask, repeats=1)
    expect_bool_tensor(observed.values[0], mask.shape, "the result")
    later = observed.arguments[0]
    unchanged = isinstance(later, Tensor) and torch.equal(mask, later)
    expect(unchanged, "to_blocked should not change the mask it is given", ("before", mask), ("after", later))
