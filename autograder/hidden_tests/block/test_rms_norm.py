"""Criteria of `RMSNorm`."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor

from autograder.hidden_tests.block.checks import expect_vectors_alone
from autograder.hidden_tests.block.drawn import MOVED, built, load, of_shape
from autograder.hidden_tests.drawing import Numbers, numbers
from autograder.hidden_tests.expectations import after, expect, expect_close
from autograder.student import Student

shapes = st.sampled_from([(6,), (1, 5), (4, 7), (3, 2, 8), (2, 1, 3, 5)])

EPSILON = 1e-6


def rms_norm_reacts(student: Student) -> None:
    """Vectors of different directions give different results. In a constant there is nothing to compare."""
    module, x = built(student.RMSNorm, 6), Numbers(1).normal(4, 6)
    found = of_shape(module(x), x)
    spread = float((found - found[:1]).abs().max())
    expect(spread > MOVED, "different vectors should give different results", ("your result", found.float()))


def allowed(expected: Tensor) -> float:
    """A mean of a few squares, a root and a quotient in float32: some ten eps."""
    return 2e-5 * (1 + float(expected.abs().max()))


@after(rms_norm_reacts)
@settings(max_examples=8)
@given(st.integers(2, 9), st.sampled_from([1.0, 30.0]), numbers)
def test_rms_norm_matches_formula(student: Student, d: int, scale: float, of: Numbers) -> None:
    """As it is made, the module returns x / √(mean of x² + ε), and does not subtract the mean."""
    x = scale * (of.normal(1, d) + 2)  # several vectors are another criterion
    found = of_shape(built(student.RMSNorm, d)(x), x)
    expected = x.double() / x.double().square().mean(-1, keepdim=True).sqrt()
    expect_close(found, expected, allowed(expected), "the result should be x / √(mean of x² + ε)", "result")
    tiny = 1e-3 * x / scale  # where ε counts: the mean of the squares is a few times as large
    found = of_shape(built(student.RMSNorm, d)(tiny), tiny)
    expected = tiny.double() / (tiny.double().square().mean(-1, keepdim=True) + EPSILON).sqrt()
    expect_close(found, expected, allowed(expected), f"ε = {EPSILON} should be added to the mean of x²", "result")


@after(rms_norm_reacts)
@settings(max_examples=8)
@given(shapes, numbers)
def test_rms_norm_gain(student: Student, shape: tuple[int, ...], of: Numbers) -> None:
    """The result is multiplied by the one parameter, a gain for each of the d components."""
    d = shape[-1]
    module, x = built(student.RMSNorm, d), of.normal(*shape) + 2
    parameters: dict[str, Any] = module.named_parameters()
    sizes = {name: tuple(value.shape) for name, value in parameters.items()}
    one = len(parameters) == 1 and next(iter(parameters.values())).numel() == d
    expect(one, f"the module should have one trainable parameter with d = {d} components, but has {sizes}")
    before = of_shape(module(x), x)
    gain = of.normal(d)
    load(module, {name: gain.reshape(value.shape) for name, value in parameters.items()})
    expected = before * gain.double()
    message = "the result should be multiplied by the gain"
    expect_close(of_shape(module(x), x), expected, allowed(expected), message, "result with another gain")


@after(rms_norm_reacts)
@settings(max_examples=2)
@given(st.integers(5, 8), numbers)
def test_rms_norm_each_vector_alone(student: Student, d: int, of: Numbers) -> None:
    """Any leading axes work, none or several: each vector is treated as it is alone."""
    expect_vectors_alone(built(student.RMSNorm, d), of, d)
