"""Criteria of `sinusoidal_encoding`."""

import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor

from autograder.hidden_tests.expectations import after, expect, expect_close, expect_tensor
from autograder.hidden_tests.positions.drawn import (
    EPS32,
    encoded,
    expect_all_different,
    lengths,
    rearranged,
    rounding,
    widths,
)
from autograder.student import Student


def table(student: Student, max_len: int, d: int) -> Tensor:
    """The student's table in float64, (max_len, d)."""
    return rearranged(student.sinusoidal_encoding(max_len, d), (max_len, d), "the table")


def table_reacts(student: Student) -> None:
    """Some rows differ. In a table of one number there is nothing to compare."""
    rows = table(student, 4, 6)
    message = "different positions should make a difference, but all rows are the same"
    expect(bool((rows - rows[:1]).abs().max() > 1e-3), message, ("your table", rows))


@settings(max_examples=30)
@given(st.sampled_from([1, 3, 5, 7, 13, 301, 5001]), widths)
def test_sinusoidal_encoding_matches_formula(student: Student, max_len: int, d: int) -> None:
    """Row p holds sin(p ω_i) at 2i and cos(p ω_i) at 2i + 1, with ω_i = 10000^(−2i/d)."""
    actual = table(student, max_len, d)
    message = "row p should hold sin(p·ω_i) in column 2i and cos(p·ω_i) in column 2i + 1, ω_i = 10000^(−2i/d)"
    expect_close(actual, encoded(torch.arange(max_len), d), rounding(max_len), message, "table")


@after(table_reacts)
@settings(max_examples=8)
@given(lengths, widths)
def test_sinusoidal_encoding_shape_and_dtype(student: Student, max_len: int, d: int) -> None:
    """The table is a float32 tensor of shape (max_len, d)."""
    found = expect_tensor(student.sinusoidal_encoding(max_len, d), (max_len, d), "the table")
    expect(found.dtype == torch.float32, f"the table should be of dtype torch.float32, but is {found.dtype}")


@after(table_reacts)
@settings(max_examples=8)
@given(lengths, widths)
def test_sinusoidal_encoding_starts_at_zero(student: Student, max_len: int, d: int) -> None:
    """At position 0 every angle is 0: the sines are 0 and the cosines 1."""
    first = table(student, max_len, d)[0]
    # Which columns hold which is the formula's affair.
    expected = first.round().clamp(0, 1)
    message = "row 0 should hold nothing but zeros, the sines of 0, and ones, the cosines"
    expect_close(first, expected, 64 * EPS32, message, "row 0")


@after(table_reacts)
@settings(max_examples=10)
@given(lengths, st.integers(1, 20).map(lambda half: 2 * half), widths)
def test_sinusoidal_encoding_longer_table_extends(student: Student, max_len: int, more: int, d: int) -> None:
    """A longer table begins with the shorter one: row p depends on p and d, not on max_len."""
    short, long = table(student, max_len, d), table(student, max_len + more, d)
    message = f"the first {max_len} rows of a table of {max_len + more} should be the table of {max_len}"
    expect_close(long[:max_len], short, rounding(max_len), message, "longer table, its first rows")


@after(table_reacts)
def test_sinusoidal_encoding_has_no_memory(student: Student) -> None:
    """A table is the same whatever tables were asked for before it."""
    # Without Hypothesis, which repeats a failure to be sure of it: an answer with a memory may not repeat its own.
    for max_len, d, other_len, other_d in ((15, 6, 5, 12), (27, 4, 33, 18), (3, 8, 9, 26)):
        before = table(student, max_len, d)
        for rows, columns in ((max_len, other_d), (other_len, d), (41, 16)):
            student.sinusoidal_encoding(rows, columns)
        after_others = table(student, max_len, d)
        message = f"the table ({max_len}, {d}) should be the same after tables of other sizes were made"
        expect_close(after_others, before, 0.0, message, "table, the second time")


@after(table_reacts)
@settings(max_examples=28)
@given(st.sampled_from([3, 5, 9, 15, 41]), widths)
def test_sinusoidal_encoding_dot_products_show_distance(student: Student, max_len: int, d: int) -> None:
    """The dot product of two rows depends only on how far apart they are, not on where they stand."""
    rows = table(student, max_len, d)
    products = rows @ rows.T  # (max_len, max_len)
    distance = (torch.arange(max_len)[:, None] - torch.arange(max_len)).abs()
    message = "rows the same distance apart should have the same dot product, wherever they stand"
    expect_close(products, products[0][distance], d * rounding(max_len), message, "dot products of all rows")


@after(table_reacts)
@settings(max_examples=2)
@given(st.sampled_from([4001, 5001]), st.sampled_from([48, 64]))
def test_sinusoidal_encoding_tells_positions_apart(student: Student, max_len: int, d: int) -> None:
    """In a table of thousands of rows no two are alike."""
    message = f"in a table of {max_len} rows each position should have an encoding of its own"
    expect_all_different(table(student, max_len, d), 1e-4, message)
