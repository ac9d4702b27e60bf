"""Criteria of `block_parameters` and of exercise 3."""

from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.hidden_tests.expectations import Unmet, expect, expect_number
from autograder.student import NotImplementedByStudent, Student


@settings(max_examples=12)
@given(st.one_of(st.integers(1, 64), st.sampled_from([768, 4096, 12288])))
def test_block_parameters_matches_formula(student: Student, d: int) -> None:
    """A block of width d has 12d² + 13d trainable parameters."""
    found, expected = expect_number(student.block_parameters(d), "the number"), 12 * d**2 + 13 * d
    expect(found == expected, f"block_parameters({d}) should be {expected}, but is {found:g}")


def answers(student: Student, keys: Sequence[str]) -> list[float]:
    """The numbers that stand under these keys in exercise_3."""
    given_answers = student.value("exercise_3")
    if not isinstance(given_answers, dict):
        raise Unmet("exercise_3 should stay a dict")
    for key in keys:
        if given_answers.get(key) is None:
            raise NotImplementedByStudent(f"exercise_3[{key!r}] is still to be answered")
    return [expect_number(given_answers[key], f"exercise_3[{key!r}]") for key in keys]


def test_exercise_3_attention(student: Student) -> None:
    """The parameters of one attention sublayer."""
    (attention,) = answers(student, ["attention"])
    expect(attention == 4 * 768**2 + 4 * 768, f"attention: {attention:,.0f} is not right")


def test_exercise_3_block(student: Student) -> None:
    """The parameters of one block, from the number for attention that stands there, right or wrong."""
    attention, block = answers(student, ["attention", "block"])
    expected = attention + 8 * 768**2 + 9 * 768
    expect(block == expected, f"block: {block:,.0f} does not follow from attention, {attention:,.0f}")


def test_exercise_3_all_blocks(student: Student) -> None:
    """All blocks, from the number for one that stands there, right or wrong."""
    block, all_blocks = answers(student, ["block", "all_blocks"])
    expect(all_blocks == 12 * block, f"all_blocks: {all_blocks:,.0f} does not follow from block, {block:,.0f}")


def test_exercise_3_change_with_24_heads(student: Student) -> None:
    """What 24 heads in place of 12 change in the attention sublayer."""
    (change,) = answers(student, ["change_with_24_heads"])
    expect(change == 0, f"change_with_24_heads: {change:,.0f} is not right")
