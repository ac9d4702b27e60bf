"""Criteria of `FeedForward`."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.hidden_tests.block.bench import expect_one_of, feed_forward_formulas
from autograder.hidden_tests.block.checks import (
    expect_gradients,
    expect_parameter_count,
    expect_untouched,
    expect_vectors_alone,
)
from autograder.hidden_tests.block.drawn import MOVED, built, of_shape, scrambled, streams
from autograder.hidden_tests.drawing import Numbers, numbers
from autograder.hidden_tests.expectations import after, expect
from autograder.student import Student


def feed_forward_reacts(student: Student) -> None:
    """Different vectors give different results. In a constant or a copy there is nothing to compare."""
    of = Numbers(1)
    module, x = built(student.FeedForward, 6), of.normal(1, 4, 6)
    scrambled(module, of)
    found = of_shape(module(x), x)
    spread = float((found - found[:, :1]).abs().max())
    expect(spread > MOVED, "different vectors should give different results", ("your result", found))
    changed = float((found - x).abs().max())
    expect(changed > MOVED, "the result should not be x itself", ("your result", found))


@after(feed_forward_reacts)
@settings(max_examples=5)
@given(streams())
def test_feed_forward_matches_formula(student: Student, case: Any) -> None:
    """The result is W₂ GELU(W₁ x + b₁) + b₂ with the module's own parameters; GELU may be exact or by tanh."""
    d, _, x, of = case
    module = built(student.FeedForward, d)
    formulas = feed_forward_formulas(scrambled(module, of), d)
    if not formulas:
        return  # parameters of other shapes: their number decides
    found = of_shape(module(x), x)
    message = "the result should be W₂ GELU(W₁ x + b₁) + b₂"
    expect_one_of(found, [formula(x) for formula in formulas], message, "result")


@after(feed_forward_reacts)
@settings(max_examples=5)
@given(st.integers(2, 9))
def test_feed_forward_parameter_count(student: Student, d: int) -> None:
    """There are 8d² + 5d trainable parameters: d → 4d → d, with biases."""
    module = built(student.FeedForward, d)
    expect_parameter_count(module, 8 * d**2 + 5 * d, f"d = {d}: 8d² + 5d")


@after(feed_forward_reacts)
@settings(max_examples=5)
@given(streams())
def test_feed_forward_gradients(student: Student, case: Any) -> None:
    """Gradients reach every parameter and x, and agree with how the result really changes."""
    d, _, x, of = case
    expect_gradients(built(student.FeedForward, d), of, x)


@after(feed_forward_reacts)
@settings(max_examples=2)
@given(st.integers(5, 8), numbers)
def test_feed_forward_each_vector_alone(student: Student, d: int, of: Numbers) -> None:
    """Any leading axes work, none or several: each vector is treated as it is alone."""
    module = built(student.FeedForward, d)
    scrambled(module, of)
    expect_vectors_alone(module, of, d)


@after(feed_forward_reacts)
@settings(max_examples=5)
@given(streams())
def test_feed_forward_leaves_input_alone(student: Student, case: Any) -> None:
    """The argument x stays as it is, nothing is random, and a second call gives the same."""
    d, _, x, of = case
    expect_untouched(built(student.FeedForward, d), of, ("x",), x)
