"""Criteria of `soft_lookup`."""

import math
from typing import Any

import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor

from autograder.hidden_tests.attention.drawn import EPS32, expect_distribution, tolerance
from autograder.hidden_tests.drawing import numbers, sizes
from autograder.hidden_tests.expectations import expect_close, expect_pair, expect_tensor
from autograder.student import Student


@st.composite
def lookups(draw: st.DrawFn) -> tuple[Tensor, Tensor, Tensor]:
    """A query (d,), keys (n, d) and values (n,) or (n, d_v)."""
    n, d, of = draw(sizes), draw(sizes), draw(numbers)
    shape = draw(st.sampled_from([(n,), (n, 1), (n, 3)]))
    return of.normal(d), of.normal(n, d), of.normal(*shape)


def look_up(student: Student, query: Tensor, keys: Tensor, values: Tensor, *sharpness: float) -> Any:
    """The student's (output, weights) in float64."""
    result = student.soft_lookup(query, keys, values, *sharpness)
    output, weights = expect_pair(result, ("output", "weights"), "soft_lookup")
    output = expect_tensor(output, values.shape[1:], "output")
    return output.double(), expect_tensor(weights, keys.shape[:1], "weights").double()


@settings(max_examples=15)
@given(lookups())
def test_soft_lookup_matches_formula(student: Student, case: tuple[Tensor, Tensor, Tensor]) -> None:
    """The weights are softmax(keys · query), and the output is the weighted average of the values."""
    query, keys, values = case
    output, weights = look_up(student, query, keys, values)
    expected = (keys.double() @ query.double()).softmax(0)
    allowed = tolerance(query[None], keys)  # has no √d_k in it, so it is smaller than it could be
    message = "with sharpness 1 the weights should be the softmax of the scores keys · query"
    expect_close(weights, expected, allowed * math.sqrt(len(query)), message, "weights")
    average = torch.tensordot(weights, values.double(), dims=1)
    message = "the output should be the average of the values, weighted with the weights that you return"
    expect_close(output, average, 64 * EPS32 * (1 + float(values.abs().max())), message, "output")


@settings(max_examples=12)
@given(lookups(), st.sampled_from([0.1, 0.5, 2.0, 5.0]))
def test_soft_lookup_sharpness_scales_scores(student: Student, case: Any, sharpness: float) -> None:
    """A sharpness multiplies the scores before the softmax: it is the same as a query that many times as long."""
    query, keys, values = case
    _, sharp = look_up(student, query, keys, values, sharpness)
    _, scaled = look_up(student, query * sharpness, keys, values)
    allowed = sharpness * tolerance(query[None], keys) * math.sqrt(len(query)) + 64 * EPS32
    message = f"sharpness={sharpness} should give the weights that the query times {sharpness} gives"
    expect_close(sharp, scaled, allowed, message, "weights")


@settings(max_examples=30)
@given(lookups(), st.sampled_from([0.1, 1.0, 200.0]))
def test_soft_lookup_weights_sum_to_one(student: Student, case: Any, scale: float) -> None:
    """The weights are not negative and sum to 1, however large the scores are."""
    query, keys, values = case
    _, weights = look_up(student, query * scale, keys, values)
    expect_distribution(weights, 64 * EPS32, "the weights")
