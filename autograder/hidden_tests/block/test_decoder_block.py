"""Criteria of `DecoderBlock`."""

from typing import Any

import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor

from autograder.hidden_tests.block.bench import (
    Bench,
    Part,
    attention_parts,
    attention_values,
    expect_one_of,
    feed_forward,
    own_attention,
)
from autograder.hidden_tests.block.checks import (
    expect_batch_alone,
    expect_gradients,
    expect_influence,
    expect_parameter_count,
    expect_reacts,
    mask_of,
    reading,
)
from autograder.hidden_tests.block.drawn import (
    MOVED,
    Values,
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


@st.composite
def streams_with_memory(draw: st.DrawFn, min_B: int = 1, min_T: int = 2) -> tuple[int, int, Tensor, Tensor, Numbers]:
    """d, the number of heads, x (B, T, d), a memory (B, S, d) with S ≠ T that no norm has seen, and the numbers."""
    d, h, x, of = draw(streams(min_B=min_B, min_T=min_T))
    B, T, _ = x.shape
    S = draw(st.integers(2, 5).filter(lambda size: size != T))
    return d, h, x, of.normal(B, S, d) * 1.5 + 1, of


def decoder_reacts(student: Student) -> None:
    """A change somewhere shows there and later. In a copy of x there is nothing to compare."""
    of = Numbers(2)
    expect_reacts(built(student.DecoderBlock, 6, 2), of.normal(2, 3, 6), of.normal(2, 4, 6))


def memory_matters(student: Student) -> None:
    """Another memory gives another result."""
    decoder_reacts(student)
    of = Numbers(3)
    module, x, memory = built(student.DecoderBlock, 6, 2), of.normal(2, 3, 6), of.normal(2, 4, 6)
    scrambled(module, of)
    change = of_shape(module(x, of.normal(2, 4, 6)), x) - of_shape(module(x, memory), x)
    message = "another memory should give another result"
    expect(float(change.abs().max()) > MOVED, message, ("change of the result", change.float()))


def kinds(bench: Bench, parts: list[Part], x: Tensor, memory: Tensor) -> tuple[list[Part], list[Part]]:
    """The attentions of a block that do not look at the memory, and those that do."""
    own: list[Part] = []
    cross: list[Part] = []
    for part in parts:
        before = bench.with_only(part.values, x, memory)
        moved = float((bench.result(x, memory.flip(-1) - 1) - before).abs().max())
        (cross if moved > MOVED else own).append(part)
    return own, cross


def causal(T: int) -> Tensor:
    """No query sees a later key."""
    return torch.ones(T, T, dtype=torch.bool).tril()


@after(decoder_reacts)
@settings(max_examples=2)
@given(widths, numbers)
def test_decoder_block_shape(student: Student, width: Any, of: Numbers) -> None:
    """The result has the shape of x, whatever the length of the memory."""
    d, h = width
    module = built(student.DecoderBlock, d, h)
    for B, T, S in ((1, 1, 2), (1, 4, 1), (3, 1, 1), (2, 3, 5), (2, 4, 3)):
        found = expect_tensor(module(of.normal(B, T, d), of.normal(B, S, d)), (B, T, d), "the result")
        expect(found.dtype == torch.float32, f"the result should be of dtype torch.float32, but is {found.dtype}")


@after(decoder_reacts)
@settings(max_examples=5)
@given(widths)
def test_decoder_block_parameter_count(student: Student, width: Any) -> None:
    """There are 16d² + 19d trainable parameters: two attentions, one FFN, three norms."""
    d, h = width
    expect_parameter_count(built(student.DecoderBlock, d, h), 16 * d**2 + 19 * d, f"d = {d}, {h} heads: 16d² + 19d")


@after(decoder_reacts)
@settings(max_examples=4)
@given(streams_with_memory(min_T=1))
def test_decoder_block_zeros_give_identity(student: Student, case: Any) -> None:
    """With all parameters 0 the block returns x: the residual path is clean, and the memory is not added to it."""
    d, h, x, memory, _ = case
    bench = Bench(built(student.DecoderBlock, d, h))
    zeros = {name: torch.zeros_like(value) for name, value in bench.parameters.items()}
    found = bench.with_only(zeros, x, memory)
    message = "with all parameters 0 no sublayer adds anything, and the result should be x"
    expect_close(found, x, rounding(x), message, "result")


@after(decoder_reacts)
@settings(max_examples=4)
@given(streams_with_memory())
def test_decoder_block_gradients(student: Student, case: Any) -> None:
    """Gradients reach every parameter, x and the memory, and that of x agrees with how the result changes."""
    d, h, x, memory, of = case
    expect_gradients(built(student.DecoderBlock, d, h), of, x, memory)


@after(decoder_reacts)
@settings(max_examples=4)
@given(streams_with_memory())
def test_decoder_block_never_looks_ahead(student: Student, case: Any) -> None:
    """A change of one position shows at this and at later positions, and at no earlier one."""
    d, h, x, memory, of = case
    module = built(student.DecoderBlock, d, h)
    scrambled(module, of)
    B, T, _ = x.shape
    before = of_shape(module(x, memory), x)
    for position in range(T):
        changed = x.clone()
        changed[:, position] = of.normal(B, d)
        moved = (of_shape(module(changed, memory), x) - before).abs().amax(-1)  # (B, T)
        expect_influence(moved, causal(T)[:, position].expand(B, T), before, f"position {position} of x")


@after(decoder_reacts)
@settings(max_examples=4)
@given(streams_with_memory())
def test_decoder_block_self_attention_step(student: Student, case: Any) -> None:
    """The first sublayer adds what your MultiHeadAttention makes of LN(x) with a causal mask."""
    d, h, x, memory, of = case
    x = normalised(x)
    bench = Bench(built(student.DecoderBlock, d, h))
    own, _ = kinds(bench, attention_parts(student, bench, d, h, of), x, memory)
    if own:  # none: a layout that names do not tell, or no self-attention, which other criteria see
        expected = own_attention(own[0], x, mask=causal(x.shape[1]))
        found = [bench.added(part.values, x, memory) for part in own]
        errors = [float((one - expected).abs().max()) for one in found]
        nearest = found[errors.index(min(errors))]
        message = "with the other sublayers silent, the block should add MHA(LN(x)) with a causal mask"
        expect_close(nearest, expected, rounding(expected), message, "result minus the silent block's")


@after(memory_matters)
@settings(max_examples=8)
@given(streams_with_memory())
def test_decoder_block_cross_attention_step(student: Student, case: Any) -> None:
    """The second sublayer adds MHA(LN(x), kv=memory): queries from the stream, keys and values as the memory is."""
    d, h, x, memory, of = case
    x = normalised(x)
    bench = Bench(built(student.DecoderBlock, d, h))
    _, cross = kinds(bench, attention_parts(student, bench, d, h, of), x, memory)
    for part in cross[:1]:
        expected = own_attention(part, x, kv=memory)
        found = bench.added(part.values, x, memory)
        message = "with the other sublayers silent, the block should add MHA(LN(x), kv=memory)"
        expect_close(found, expected, rounding(expected), message, "result minus the silent block's")


@after(decoder_reacts)
@settings(max_examples=4)
@given(streams_with_memory())
def test_decoder_block_feed_forward_step(student: Student, case: Any) -> None:
    """The third sublayer adds what your FeedForward makes of LN(x)."""
    d, h, x, memory, of = case
    x = normalised(x)
    bench = Bench(built(student.DecoderBlock, d, h))
    part = feed_forward(student, bench, d, of)
    if not part.values:
        return  # a layout that shapes do not tell: the other criteria decide
    found = bench.added(part.values, x, memory)
    message = "with both attentions silent, the block should add FFN(LN(x))"
    expect_one_of(found, [formula(x) for formula in part.formulas], message, "result minus the silent block's")


@after(decoder_reacts)
@settings(max_examples=3)
@given(streams_with_memory())
def test_decoder_block_order_of_sublayers(student: Student, case: Any) -> None:
    """Self-attention, then attention to the memory, then the feed-forward network, each from what was before it."""
    d, h, x, memory, of = case
    bench = Bench(built(student.DecoderBlock, d, h))
    feed = feed_forward(student, bench, d, of)
    own, cross = kinds(bench, attention_parts(student, bench, d, h, of), x, memory)
    steps: list[Values] = [part.values for part in (*own, *cross)]
    if not steps:
        steps = [attention_values(student, bench, d, h, of, feed)]
    steps = [values for values in (*steps, feed.values) if values]
    stream = x
    for values in steps:
        stream = bench.with_only(values, stream, memory).float()
    together = {name: value for values in steps for name, value in values.items()}
    message = "the block should be self-attention, then attention to the memory, then the feed-forward network"
    found = bench.with_only(together, x, memory)
    expect_close(found, stream, rounding(stream), message, "result")


@after(decoder_reacts)
@settings(max_examples=3)
@given(streams_with_memory())
def test_decoder_block_reads_a_normalised_copy(student: Student, case: Any) -> None:
    """Stretching and shifting each vector of x changes nothing of what a sublayer adds: it reads LN(x)."""
    d, h, x, memory, of = case
    x = normalised(x)
    bench = Bench(built(student.DecoderBlock, d, h))
    # Attention that is written into the block can't be switched on one by one.
    sublayers = [part.values for part in attention_parts(student, bench, d, h, of)]
    sublayers.append(feed_forward(student, bench, d, of).values)
    for values in filter(None, sublayers):
        before, stretched = reading(bench, values, x, of, memory)
        message = "what a sublayer adds should not change when the vectors of x are stretched and shifted"
        # ε = 1e-5 beside a variance of at least 0.5²
        expect_close(stretched, before, 10 * rounding(before), message, "addition for x stretched and shifted")


@after(memory_matters)
@settings(max_examples=2)
@given(streams_with_memory(min_B=2))
def test_decoder_block_memory_mask(student: Student, case: Any) -> None:
    """Every position sees what memory_mask allows of the memory, all of it without a mask, and nothing else."""
    d, h, x, memory, of = case
    module = built(student.DecoderBlock, d, h)
    scrambled(module, of)
    B, T, _ = x.shape
    S = memory.shape[1]
    plain = of_shape(module(x, memory), x)
    everything = of_shape(module(x, memory, memory_mask=torch.ones(T, S, dtype=torch.bool)), x)
    message = "a memory_mask that allows everything should change nothing"
    expect_close(everything, plain, rounding(plain), message, "result")
    for kind in ("padding", "full"):
        mask = mask_of(kind, of, B, T, S)
        masked = of_shape(module(x, memory, memory_mask=mask), x)
        for place in range(S):
            changed = memory.clone()
            changed[:, place] = 3 * of.normal(B, d)
            moved = (of_shape(module(x, changed, memory_mask=mask), x) - masked).abs().amax(-1)  # (B, T)
            sees = mask.expand(B, 1, T, S)[:, 0, :, place]  # (B, T)
            expect_influence(moved, sees, masked, f"place {place} of the memory")


@after(decoder_reacts)
@settings(max_examples=4)
@given(streams_with_memory(min_B=2))
def test_decoder_block_each_sequence_alone(student: Student, case: Any) -> None:
    """Each sequence of a batch is treated as it is alone, with its own memory and mask."""
    d, h, x, memory, of = case
    B, S, _ = memory.shape
    expect_batch_alone(built(student.DecoderBlock, d, h), of, x, memory, of.mask(B, 1, 1, S))
