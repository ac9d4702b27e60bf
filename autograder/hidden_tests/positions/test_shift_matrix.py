"""Criteria of `shift_matrix`."""

import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor

from autograder.hidden_tests.expectations import after, expect, expect_close, expect_tensor
from autograder.hidden_tests.positions.drawn import EPS32, encoded, rearranged, rounding, widths
from autograder.student import Student


def shift(student: Student, k: int, d: int) -> Tensor:
    """The student's matrix in float64, (d, d)."""
    return rearranged(student.shift_matrix(k, d), (d, d), "the matrix")


def shift_reacts(student: Student) -> None:
    """The matrix has to do with k. Where it hasn't, there is nothing to compare."""
    still, moved = shift(student, 0, 4), shift(student, 1, 4)
    message = "different k should give different matrices"
    expect(bool((still - moved).abs().max() > 1e-3), message, ("your matrix for k = 0 and for k = 1", still))


@settings(max_examples=25)
@given(st.one_of(st.integers(1, 12), st.sampled_from([50, 200])), widths)
def test_shift_matrix_moves_positions(student: Student, k: int, d: int) -> None:
    """PE(p) times the matrix is PE(p + k), with one matrix for every p."""
    matrix = shift(student, k, d)
    position = torch.tensor([0, 1, 2, 3, 5, 8, 100, 1000])
    message = f"PE(p) @ shift_matrix({k}, {d}) should be PE(p + {k}) for p = {position.tolist()}"
    moved = encoded(position, d) @ matrix
    expect_close(moved, encoded(position + k, d), 2 * rounding(k), message, "PE(p) @ shift_matrix")


@after(shift_reacts)
@settings(max_examples=20)
@given(st.integers(1, 12), widths)
def test_shift_matrix_steps_back(student: Student, k: int, d: int) -> None:
    """A negative k steps back: the cosines on the diagonal stay, the sines beside it change their sign."""
    forth, back = shift(student, k, d), shift(student, -k, d)
    flipped = torch.where(torch.eye(d, dtype=torch.bool), forth, -forth)
    message = f"shift_matrix({-k}, {d}) should be shift_matrix({k}, {d}) with the other sign off the diagonal"
    expect_close(back, flipped, rounding(k), message, f"shift_matrix({-k}, {d})")


@after(shift_reacts)
@settings(max_examples=12)
@given(widths)
def test_shift_matrix_zero_step_is_identity(student: Student, d: int) -> None:
    """A shift by 0 is the identity."""
    message = "a shift by 0 should be the identity"
    expect_close(shift(student, 0, d), torch.eye(d), 64 * EPS32, message, "matrix for k = 0")


@after(shift_reacts)
@settings(max_examples=8)
@given(st.integers(0, 9), widths)
def test_shift_matrix_shape_and_dtype(student: Student, k: int, d: int) -> None:
    """The matrix is a float32 tensor of shape (d, d)."""
    found = expect_tensor(student.shift_matrix(k, d), (d, d), "the matrix")
    expect(found.dtype == torch.float32, f"the matrix should be of dtype torch.float32, but is {found.dtype}")
