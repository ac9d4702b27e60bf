"""Criteria of `Sorter`."""

import itertools

from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.hidden_tests.decoders import models
from autograder.hidden_tests.decoders.drawn import (
    SEQ,
    VOCAB,
    accepted_digits,
    batches,
    built,
    digits,
    expect_reacts,
    known,
    lengths,
    logits,
    noticeable,
    tolerance,
    widths,
)
from autograder.hidden_tests.drawing import Numbers, numbers
from autograder.hidden_tests.expectations import after, expect, expect_close, expect_tensor
from autograder.student import Student

Width = tuple[int, int]


def sorter_reacts(student: Student) -> None:
    """Other digits give other logits."""
    expect_reacts(built(student, "Sorter"), Numbers(1))


@after(sorter_reacts)
@settings(max_examples=4)
@given(batches, st.sampled_from([1, 2, 5, 9]), numbers)
def test_sorter_logits_shape(student: Student, B: int, T: int, of: Numbers) -> None:
    """The logits are floating-point numbers of shape (B, T, 10), for every length T from 1 to 10."""
    for use_positions, length in itertools.product((True, False), (T, SEQ)):
        module = built(student, "Sorter", use_positions=use_positions)
        what = f"the logits of {B} sequences of {length} digits"
        found = expect_tensor(module(digits(of, B, length)), (B, length, VOCAB), what)
        expect(found.is_floating_point(), f"the logits should be floating-point numbers, but are {found.dtype}")


@after(sorter_reacts)
@settings(max_examples=3)
@given(widths)
def test_sorter_parameter_count(student: Student, width: Width) -> None:
    """Outside of its blocks there are 32d + 10 parameters, without positions 22d + 10; by default d is 64."""
    d, n_heads = width
    for use_positions, should in ((True, 32 * d + 10), (False, 22 * d + 10)):
        module = built(student, "Sorter", d=d, n_heads=n_heads, n_layers=0, use_positions=use_positions)
        models.expect_parameters_outside_blocks(module, f"Sorter(…, use_positions={use_positions})", should)
    models.expect_usual_sizes(student, "Sorter")


@after(sorter_reacts)
@settings(max_examples=2)
@given(widths)
def test_sorter_blocks_have_own_parameters(student: Student, width: Width) -> None:
    """There are n_layers different blocks: each brings as many parameters of its own as the first."""
    models.expect_blocks_of_their_own(student, "Sorter", *width)


@after(sorter_reacts)
@settings(max_examples=8)
@given(widths, batches, st.integers(1, SEQ - 1), numbers)
def test_sorter_reads_out_embeddings(student: Student, width: Width, B: int, T: int, of: Numbers) -> None:
    """Without blocks the logits are head(LayerNorm(token + position)), or head(LayerNorm(token))."""
    d, n_heads = width
    for use_positions, tables in ((True, 3), (False, 2)):
        module = built(student, "Sorter", d=d, n_heads=n_heads, n_layers=0, use_positions=use_positions)
        x = accepted_digits(module, of, B, T)
        models.expect_reads_out_embeddings(module, d, x, of, tables=tables)


@after(sorter_reacts)
@settings(max_examples=8)
@given(widths, st.sampled_from([2, 1, 3]), numbers)
def test_sorter_chains_its_blocks(student: Student, width: Width, n_layers: int, of: Numbers) -> None:
    """Each block reads what the one before it returned, and nothing is added between them."""
    models.expect_chains_blocks(student, "Sorter", *width, n_layers, of)


@after(sorter_reacts)
@settings(max_examples=4)
@given(batches, lengths, st.integers(1, 2), numbers)
def test_sorter_without_positions_ignores_order(student: Student, B: int, T: int, n_layers: int, of: Numbers) -> None:
    """Without positions, shuffled digits get the same logits, shuffled like them."""
    module = built(student, "Sorter", n_layers=n_layers, use_positions=False)
    known(module, of)
    x = accepted_digits(module, of, B, T)
    order = of.permutation(x.shape[1])
    expected = logits(module, x)[:, order]
    message = "without positions, shuffling the digits should shuffle the logits and change nothing else"
    expect_close(logits(module, x[:, order]), expected, tolerance(expected), message, "logits of shuffled digits")


@after(sorter_reacts)
@settings(max_examples=4)
@given(st.integers(1, 3), lengths, numbers)
def test_sorter_tells_positions_apart(student: Student, B: int, T: int, of: Numbers) -> None:
    """With positions, equal digits at different positions get different logits."""
    models.expect_tells_positions_apart(built(student, "Sorter"), of, B, T)


@after(sorter_reacts)
@settings(max_examples=4)
@given(lengths, numbers)
def test_sorter_positions_come_before_attention(student: Student, T: int, of: Numbers) -> None:
    """If two digits change places, the other positions notice: attention knows where a digit stands."""
    models.expect_positions_before_attention(built(student, "Sorter"), of, T)


@after(sorter_reacts)
@settings(max_examples=5)
@given(st.integers(2, SEQ - 1), numbers, st.integers(0, SEQ - 2))
def test_sorter_every_output_sees_every_digit(student: Student, T: int, of: Numbers, changed: int) -> None:
    """If one digit becomes another, the logits at all positions move, before it and after it."""
    for use_positions in (True, False):
        module = built(student, "Sorter", use_positions=use_positions)
        known(module, of)
        x = accepted_digits(module, of, 1, T)
        position = changed % T
        before, moved = models.moved_by(module, of, x, position)
        message = f"if the digit at position {position} becomes another, the logits at every position should move"
        expect(bool((moved > noticeable(before)).all()), message, ("largest change at each position", moved))


@after(sorter_reacts)
@settings(max_examples=3)
@given(st.integers(2, 4), st.integers(1, SEQ - 1), numbers)
def test_sorter_sequences_are_independent(student: Student, B: int, T: int, of: Numbers) -> None:
    """A sequence gets the same logits alone as in a batch."""
    models.expect_sequences_independent(built(student, "Sorter"), of, B, T)


@after(sorter_reacts)
@settings(max_examples=3)
@given(batches, lengths, st.sampled_from([2, 0, 3]), numbers)
def test_sorter_every_parameter_is_used(student: Student, B: int, T: int, n_layers: int, of: Numbers) -> None:
    """A gradient reaches every parameter of every block, of the embeddings and of the head."""
    models.expect_every_parameter_used(built(student, "Sorter", n_layers=n_layers), of, B, T)


@after(sorter_reacts)
@settings(max_examples=3)
@given(batches, lengths, numbers)
def test_sorter_returns_raw_logits(student: Student, B: int, T: int, of: Numbers) -> None:
    """The logits are raw: no softmax, no logarithm of one."""
    module = built(student, "Sorter")
    known(module, of)
    found = logits(module, accepted_digits(module, of, B, T))
    probabilities = bool(((found.sum(-1) - 1).abs() < 1e-3).all())
    logarithms = bool((found.logsumexp(-1).abs() < 1e-3).all())
    message = "these are probabilities or their logarithms; cross-entropy wants raw logits, straight from the head"
    expect(not probabilities and not logarithms, message, ("your logits", found[0, 0]))


@after(sorter_reacts)
@settings(max_examples=3)
@given(batches, st.integers(1, SEQ - 1), numbers)
def test_sorter_is_repeatable(student: Student, B: int, T: int, of: Numbers) -> None:
    """The same digits give the same logits, in training as in evaluation, and are not changed."""
    models.expect_repeatable(built(student, "Sorter"), of, B, T)
