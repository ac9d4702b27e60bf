"""Criteria of `ceiling_without_positions`."""

import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor

from autograder.hidden_tests.decoders.drawn import SEQ, VOCAB, digits
from autograder.hidden_tests.drawing import Numbers, numbers
from autograder.hidden_tests.expectations import after, expect, expect_number
from autograder.student import Student

CLOSE = 1e-5  # float32 shares


def ceiling(student: Student, x: Tensor) -> float:
    """The student's ceiling."""
    return expect_number(student.ceiling_without_positions(x), "the ceiling")


def ceiling_reacts(student: Student) -> None:
    """Equal digits and different ones have different ceilings."""
    alike, different = torch.full((1, 5), 3), torch.arange(5)[None]
    gap = abs(ceiling(student, alike) - ceiling(student, different))
    expect(gap > 1e-3, "five equal digits should have another ceiling than five different ones")


@settings(max_examples=24)
@given(st.integers(1, SEQ), st.integers(1, VOCAB), numbers)
def test_ceiling_without_positions_is_share_of_most_frequent_digit(
    student: Student, T: int, different: int, of: Numbers
) -> None:
    """For one sequence it is the share of its most frequent digit."""
    x = digits(of, 1, T) % different
    counts = torch.bincount(x[0])
    should = int(counts.max()) / T
    for most_frequent in (0, 9, int(digits(of))):
        renamed = (x - counts.argmax() + most_frequent) % VOCAB
        found = ceiling(student, renamed)
        message = f"for {renamed[0].tolist()} the ceiling should be {should:.4g}, not {found:.4g}"
        expect(abs(found - should) <= CLOSE, message)


@after(ceiling_reacts)
@settings(max_examples=10)
@given(st.integers(2, 5), st.integers(2, SEQ), numbers)
def test_ceiling_without_positions_averages_sequences(student: Student, B: int, T: int, of: Numbers) -> None:
    """For a batch it is the average of what its sequences have alone."""
    x = digits(of, B, T)
    alone = [ceiling(student, row[None]) for row in x]
    found, should = ceiling(student, x), sum(alone) / B
    message = f"the sequences alone have {[round(value, 4) for value in alone]}, together {found:.4g}"
    expect(abs(found - should) <= CLOSE * (1 + abs(should)), message)


@after(ceiling_reacts)
@settings(max_examples=20)
@given(st.integers(1, 4), st.integers(2, SEQ), numbers)
def test_ceiling_without_positions_ignores_order_and_names(student: Student, B: int, T: int, of: Numbers) -> None:
    """Neither the order of the digits counts nor which digits they are, only how often each occurs."""
    x = digits(of, B, T) % 4
    renamed = of.permutation(VOCAB)[x][:, of.permutation(T)]
    first, second = ceiling(student, x), ceiling(student, renamed)
    message = f"other digits that repeat as often, in another order, have {second:.4g} in place of {first:.4g}"
    expect(abs(first - second) <= CLOSE * (1 + abs(first)), message)
