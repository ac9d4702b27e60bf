"""Criteria of `mha_parameters`."""

from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.hidden_tests.expectations import after, described, expect, expect_number
from autograder.student import Student

widths = st.sampled_from([1, 2, 3, 7, 10, 16, 31, 64, 100, 192, 256])


def count_reacts(student: Student) -> None:
    """A wider module has more parameters."""
    narrow, wide = (expect_number(student.mha_parameters(d), "the number") for d in (8, 16))
    expect(wide > narrow > 0, f"a wider module should have more parameters, not {narrow:g} and then {wide:g}")


@settings(max_examples=11)
@given(widths)
def test_mha_parameters_count(student: Student, d: int) -> None:
    """The number is that of four projections of d channels to d channels, biases included."""
    # Counted here as weights and biases of one projection after the other.
    expected = sum(d * d + d for _ in ("queries", "keys", "values", "output"))
    found = expect_number(student.mha_parameters(d), "the number")
    message = f"four projections of {d} channels to {d}, with biases, have {expected} parameters, not {found:g}"
    expect(found == expected, message)


@after(count_reacts)
@settings(max_examples=8)
@given(widths)
def test_mha_parameters_is_an_integer(student: Student, d: int) -> None:
    """The number is a Python int."""
    found = student.mha_parameters(d)
    integer = isinstance(found, int) and not isinstance(found, bool)
    expect(integer, f"mha_parameters({d}) should be an int, but is {described(found)}")
