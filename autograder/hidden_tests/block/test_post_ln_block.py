"""Criteria of `PostLNBlock`."""

from typing import Any

import torch
from hypothesis import given, settings
from torch import Tensor
from torch.nn import functional

from autograder.hidden_tests.block.bench import (
    Bench,
    attention_parts,
    expect_one_of,
    feed_forward,
    own_attention,
)
from autograder.hidden_tests.block.checks import (
    expect_gradients,
    expect_mask_respected,
    expect_parameter_count,
    expect_reacts,
    expect_sublayers_in_sequence,
)
from autograder.hidden_tests.block.drawn import built, drawn_like, normalised, rounding, streams, widths
from autograder.hidden_tests.drawing import Numbers
from autograder.hidden_tests.expectations import after, expect_close, expect_tensor
from autograder.student import Student


def post_ln_reacts(student: Student) -> None:
    """A change somewhere shows there and elsewhere. In a copy of x there is nothing to compare."""
    expect_reacts(built(student.PostLNBlock, 6, 2), Numbers(2).normal(2, 3, 6))


def layer_norm(x: Tensor) -> Tensor:
    """LN(x) in float64, scale 1 and shift 0."""
    return functional.layer_norm(x.double(), x.shape[-1:])


@after(post_ln_reacts)
@settings(max_examples=4)
@given(streams(min_T=1))
def test_post_ln_block_ends_normalised(student: Student, case: Any) -> None:
    """Every vector of the result has mean 0 and variance 1, as long as the norms have their initial values."""
    d, h, x, of = case
    bench = Bench(built(student.PostLNBlock, d, h))
    matrices = {name: value for name, value in bench.parameters.items() if value.dim() > 1}
    bench.only(drawn_like(matrices, of))
    found = expect_tensor(bench.module(x), x.shape, "the result").double()
    message = "each vector of the result should have mean 0"
    expect_close(found.mean(-1), torch.zeros(x.shape[:-1]), rounding(found), message, "means")
    message = "each vector of the result should have variance 1, the mean of its d squares"
    variances = found.var(-1, correction=0)
    # ε = 1e-5 beside a variance that is small now and then
    expect_close(variances, torch.ones(x.shape[:-1]), 1e-2, message, "variances")


@after(post_ln_reacts)
@settings(max_examples=5)
@given(widths)
def test_post_ln_block_parameter_count(student: Student, width: Any) -> None:
    """There are 12d² + 13d trainable parameters, as in the other arrangement."""
    d, h = width
    expect_parameter_count(built(student.PostLNBlock, d, h), 12 * d**2 + 13 * d, f"d = {d}, {h} heads: 12d² + 13d")


@after(post_ln_reacts)
@settings(max_examples=4)
@given(streams())
def test_post_ln_block_gradients(student: Student, case: Any) -> None:
    """Gradients reach every parameter and x, and agree with how the result really changes."""
    d, h, x, of = case
    expect_gradients(built(student.PostLNBlock, d, h), of, x)


@after(post_ln_reacts)
@settings(max_examples=4)
@given(streams(min_T=1))
def test_post_ln_block_residual(student: Student, case: Any) -> None:
    """With both sublayers silent, LN(x) is what remains: x is added to what they make of it."""
    d, h, x, of = case
    x = normalised(x)
    bench = Bench(built(student.PostLNBlock, d, h))
    silent = bench.with_only({}, x)
    message = "with both sublayers silent the result should be LN(LN(x)), which is LN(x)"
    # Normalised once more, so that a wrong norm is charged by `ends_normalised` alone.
    expect_close(layer_norm(silent), x, 10 * rounding(x), message, "result, normalised")
    stretched = bench.result((2 + of.normal(*x.shape[:-1], 1).abs()) * x + 1)
    message = "with both sublayers silent, vectors of x that are stretched and shifted should give the same result"
    expect_close(stretched, silent, 10 * rounding(silent), message, "result for x stretched and shifted")


@after(post_ln_reacts)
@settings(max_examples=4)
@given(streams())
def test_post_ln_block_attention_step(student: Student, case: Any) -> None:
    """The attention step is LN(x + MHA(x)), with your MultiHeadAttention."""
    d, h, x, of = case
    bench = Bench(built(student.PostLNBlock, d, h))
    for part in attention_parts(student, bench, d, h, of)[:1]:
        if bench.passes_on(x):
            expected = layer_norm(x + own_attention(part, x))
            # Normalised once more, so that a wrong norm is charged by `ends_normalised` alone.
            found = layer_norm(bench.with_only(part.values, x))
            message = "with the feed-forward network silent, the block should be LN(x + MHA(x))"
            expect_close(found, expected, 10 * rounding(expected), message, "result")


@after(post_ln_reacts)
@settings(max_examples=4)
@given(streams())
def test_post_ln_block_feed_forward_step(student: Student, case: Any) -> None:
    """The feed-forward step is LN(x + FFN(x)), with your FeedForward."""
    d, h, x, of = case
    x = normalised(x)  # as the attention step leaves it
    bench = Bench(built(student.PostLNBlock, d, h))
    part = feed_forward(student, bench, d, of)
    if not part.values or not bench.passes_on(x):
        return  # a layout that shapes do not tell, or no residual: the other criteria decide
    # Normalised once more, so that a wrong norm is charged by `ends_normalised` alone.
    found = layer_norm(bench.with_only(part.values, x))
    message = "with attention silent, the block should be LN(x + FFN(x)) for a normalised x"
    expect_one_of(found, [layer_norm(x + formula(x)) for formula in part.formulas], message, "result")


@after(post_ln_reacts)
@settings(max_examples=3)
@given(streams())
def test_post_ln_block_one_step_after_the_other(student: Student, case: Any) -> None:
    """The feed-forward step starts from the result of the attention step."""
    d, h, x, of = case
    expect_sublayers_in_sequence(student, student.PostLNBlock, d, h, x, of)


@after(post_ln_reacts)
@settings(max_examples=2)
@given(streams(min_B=2))
def test_post_ln_block_mask(student: Student, case: Any) -> None:
    """The mask reaches attention: nothing passes where it forbids, and without one nothing is forbidden."""
    d, h, x, of = case
    expect_mask_respected(built(student.PostLNBlock, d, h), of, x)
