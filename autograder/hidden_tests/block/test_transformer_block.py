"""Criteria of `TransformerBlock`: what it computes."""

from typing import Any

import torch
from hypothesis import given, settings

from autograder.hidden_tests.block.bench import (
    Bench,
    attention_parts,
    attention_values,
    expect_one_of,
    feed_forward,
    own_attention,
)
from autograder.hidden_tests.block.checks import (
    block_reacts,
    expect_batch_alone,
    expect_gradients,
    expect_mask_respected,
    expect_parameter_count,
    expect_sublayers_in_sequence,
    expect_untouched,
    reading,
)
from autograder.hidden_tests.block.drawn import (
    built,
    normalised,
    of_shape,
    rounding,
    scrambled,
    streams,
    widths,
)
from autograder.hidden_tests.drawing import Numbers, numbers
from autograder.hidden_tests.expectations import after, expect, expect_close, expect_tensor
from autograder.student import Student


@after(block_reacts)
@settings(max_examples=2)
@given(widths, numbers)
def test_transformer_block_shape(student: Student, width: Any, of: Numbers) -> None:
    """The result has the shape and the dtype of x, for a single position and a single sequence too."""
    d, h = width
    module = built(student.TransformerBlock, d, h)
    for leading in ((1, 1), (1, 4), (3, 1), (2, 3)):
        found = expect_tensor(module(of.normal(*leading, d)), (*leading, d), "the result")
        expect(found.dtype == torch.float32, f"the result should be of dtype torch.float32, but is {found.dtype}")


@after(block_reacts)
@settings(max_examples=5)
@given(widths)
def test_transformer_block_parameter_count(student: Student, width: Any) -> None:
    """There are 12d² + 13d trainable parameters, whatever the number of heads."""
    d, h = width
    module = built(student.TransformerBlock, d, h)
    expect_parameter_count(module, 12 * d**2 + 13 * d, f"d = {d}, {h} heads: 12d² + 13d")


@after(block_reacts)
@settings(max_examples=4)
@given(streams(min_T=1))
def test_transformer_block_zeros_give_identity(student: Student, case: Any) -> None:
    """With all parameters 0 the block returns x: the residual path is clean."""
    d, h, x, _ = case
    bench = Bench(built(student.TransformerBlock, d, h))
    zeros = {name: torch.zeros_like(value) for name, value in bench.parameters.items()}
    found = bench.with_only(zeros, x)
    message = "with all parameters 0 no sublayer adds anything, and the result should be x"
    expect_close(found, x, rounding(x), message, "result")


@after(block_reacts)
@settings(max_examples=4)
@given(streams())
def test_transformer_block_gradients(student: Student, case: Any) -> None:
    """Gradients reach every parameter and x, and agree with how the result really changes."""
    d, h, x, of = case
    expect_gradients(built(student.TransformerBlock, d, h), of, x)


@after(block_reacts)
@settings(max_examples=12)
@given(streams())
def test_transformer_block_attention_step(student: Student, case: Any) -> None:
    """The attention step adds what your MultiHeadAttention makes of LN(x)."""
    d, h, x, of = case
    x = normalised(x)  # so that LN(x) = x: where the norm stands is another criterion
    bench = Bench(built(student.TransformerBlock, d, h))
    for part in attention_parts(student, bench, d, h, of)[:1]:
        expected = own_attention(part, x)
        found = bench.added(part.values, x)
        message = (
            "with the feed-forward network silent, the block should add MHA(LN(x)), as your MultiHeadAttention has it"
        )
        expect_close(found, expected, rounding(expected), message, "result minus the silent block's")


@after(block_reacts)
@settings(max_examples=4)
@given(streams())
def test_transformer_block_feed_forward_step(student: Student, case: Any) -> None:
    """The feed-forward step adds what your FeedForward makes of LN(x)."""
    d, h, x, of = case
    x = normalised(x)
    bench = Bench(built(student.TransformerBlock, d, h))
    part = feed_forward(student, bench, d, of)
    if not part.values:
        return  # a layout that shapes do not tell: the other criteria decide
    found = bench.added(part.values, x)
    message = "with attention silent, the block should add FFN(LN(x))"
    expect_one_of(found, [formula(x) for formula in part.formulas], message, "result minus the silent block's")


@after(block_reacts)
@settings(max_examples=3)
@given(streams())
def test_transformer_block_one_step_after_the_other(student: Student, case: Any) -> None:
    """The feed-forward step starts from the result of the attention step."""
    d, h, x, of = case
    expect_sublayers_in_sequence(student, student.TransformerBlock, d, h, x, of)


@after(block_reacts)
@settings(max_examples=3)
@given(streams())
def test_transformer_block_reads_a_normalised_copy(student: Student, case: Any) -> None:
    """Stretching and shifting each vector of x changes nothing of what a sublayer adds: it reads LN(x)."""
    d, h, x, of = case
    x = normalised(x)
    bench = Bench(built(student.TransformerBlock, d, h))
    feed = feed_forward(student, bench, d, of)
    sublayers = {"attention": attention_values(student, bench, d, h, of, feed), "the feed-forward network": feed.values}
    for name, values in sublayers.items():
        if values:
            before, stretched = reading(bench, values, x, of)
            message = f"what {name} adds should not change when the vectors of x are stretched and shifted"
            # ε = 1e-5 beside a variance of at least 0.5²
            expect_close(stretched, before, 10 * rounding(before), message, "addition for x stretched and shifted")


@after(block_reacts)
@settings(max_examples=2)
@given(streams(min_B=2))
def test_transformer_block_mask(student: Student, case: Any) -> None:
    """The mask reaches attention: nothing passes where it forbids, and without one nothing is forbidden."""
    d, h, x, of = case
    expect_mask_respected(built(student.TransformerBlock, d, h), of, x)


@after(block_reacts)
@settings(max_examples=4)
@given(streams())
def test_transformer_block_order_of_positions(student: Student, case: Any) -> None:
    """Without a mask no position is special: shuffled inputs give results shuffled the same way."""
    d, h, x, of = case
    module = built(student.TransformerBlock, d, h)
    scrambled(module, of)
    order = of.permutation(x.shape[1]).roll(1) if x.shape[1] > 2 else torch.tensor([1, 0])
    expected = of_shape(module(x), x)[:, order]
    found = of_shape(module(x[:, order]), x)
    message = f"the positions in the order {order.tolist()} should give the same results in that order"
    expect_close(found, expected, rounding(expected), message, "result for shuffled positions")


@after(block_reacts)
@settings(max_examples=4)
@given(streams(min_B=2))
def test_transformer_block_each_sequence_alone(student: Student, case: Any) -> None:
    """Each sequence of a batch is treated as it is alone, with its own mask."""
    d, h, x, of = case
    B, T, _ = x.shape
    expect_batch_alone(built(student.TransformerBlock, d, h), of, x, of.mask(B, 1, 1, T))


@after(block_reacts)
@settings(max_examples=4)
@given(streams())
def test_transformer_block_leaves_input_alone(student: Student, case: Any) -> None:
    """The argument x stays as it is, nothing is random, and a second call gives the same."""
    d, h, x, of = case
    expect_untouched(built(student.TransformerBlock, d, h), of, ("x",), x)
