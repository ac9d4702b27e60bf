"""Criteria of `CausalCopier`."""

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


def copier_reacts(student: Student) -> None:
    """Other digits give other logits."""
    expect_reacts(built(student, "CausalCopier"), Numbers(1))


@after(copier_reacts)
@settings(max_examples=6)
@given(batches, st.sampled_from([1, 2, 5, 9]), numbers)
def test_causal_copier_logits_shape(student: Student, B: int, T: int, of: Numbers) -> None:
    """The logits are floating-point numbers of shape (B, T, 10), for every length T from 1 to 10."""
    module = built(student, "CausalCopier")
    for length in (T, SEQ):
        what = f"the logits of {B} sequences of {length} digits"
        found = expect_tensor(module(digits(of, B, length)), (B, length, VOCAB), what)
        expect(found.is_floating_point(), f"the logits should be floating-point numbers, but are {found.dtype}")


@after(copier_reacts)
@settings(max_examples=3)
@given(widths)
def test_causal_copier_parameter_count(student: Student, width: Width) -> None:
    """Outside of its blocks there are 32d + 10 parameters, and each block has its own; by default d is 64."""
    d, n_heads = width
    module = built(student, "CausalCopier", d=d, n_heads=n_heads, n_layers=0)
    models.expect_parameters_outside_blocks(module, "CausalCopier", 32 * d + 10)
    models.expect_blocks_of_their_own(student, "CausalCopier", d, n_heads)
    models.expect_usual_sizes(student, "CausalCopier")


@after(copier_reacts)
@settings(max_examples=6)
@given(widths, batches, st.integers(1, SEQ - 1), numbers)
def test_causal_copier_reads_out_embeddings(student: Student, width: Width, B: int, T: int, of: Numbers) -> None:
    """Without blocks the logits are head(LayerNorm(token + position))."""
    d, n_heads = width
    module = built(student, "CausalCopier", d=d, n_heads=n_heads, n_layers=0)
    models.expect_reads_out_embeddings(module, d, accepted_digits(module, of, B, T), of, tables=3)


@after(copier_reacts)
@settings(max_examples=3)
@given(widths, st.sampled_from([2, 1, 3]), numbers)
def test_causal_copier_chains_its_blocks(student: Student, width: Width, n_layers: int, of: Numbers) -> None:
    """Each block reads what the one before it returned, and nothing is added between them."""
    models.expect_chains_blocks(student, "CausalCopier", *width, n_layers, of)


@after(copier_reacts)
@settings(max_examples=6)
@given(st.integers(2, SEQ), st.sampled_from([2, 1]), numbers, st.integers(0, SEQ - 2))
def test_causal_copier_never_sees_later_digits(
    student: Student, T: int, n_layers: int, of: Numbers, changed: int
) -> None:
    """A digit that becomes another never moves the logits before it."""
    module = built(student, "CausalCopier", n_layers=n_layers)
    known(module, of)
    x = accepted_digits(module, of, 2, T)
    position = 1 + changed % (x.shape[1] - 1)
    before, moved = models.moved_by(module, of, x, position)
    earlier = moved[:position]
    message = f"if the digit at position {position} becomes another, the logits before it should stay as they are"
    expect(bool((earlier <= noticeable(before)).all()), message, ("largest change at each position", moved))


@after(copier_reacts)
@settings(max_examples=10)
@given(st.integers(2, SEQ), numbers, st.integers(0, SEQ - 1))
def test_causal_copier_sees_earlier_digits_and_its_own(student: Student, T: int, of: Numbers, changed: int) -> None:
    """A digit that becomes another moves the logits at its own position and at all later ones."""
    module = built(student, "CausalCopier")
    known(module, of)
    x = accepted_digits(module, of, 1, T)
    position = changed % x.shape[1]
    before, moved = models.moved_by(module, of, x, position)
    later = moved[position:]
    message = f"if the digit at position {position} becomes another, the logits from there on should move"
    expect(bool((later > noticeable(before)).all()), message, ("largest change at each position", moved))


@after(copier_reacts)
@settings(max_examples=4)
@given(batches, st.integers(2, SEQ), numbers)
def test_causal_copier_prefix_stands_alone(student: Student, B: int, T: int, of: Numbers) -> None:
    """The first digits of a sequence get the same logits as a sequence of their own."""
    module = built(student, "CausalCopier")
    known(module, of)
    x = accepted_digits(module, of, B, T)
    whole = logits(module, x)
    for t in {1, T // 2, T - 1}:
        message = f"the first {t} of {x.shape[1]} digits should get the same logits without those after them"
        expect_close(logits(module, x[:, :t]), whole[:, :t], tolerance(whole), message, f"logits of the first {t}")


@after(copier_reacts)
@settings(max_examples=4)
@given(st.integers(1, 3), lengths, numbers)
def test_causal_copier_tells_positions_apart(student: Student, B: int, T: int, of: Numbers) -> None:
    """Equal digits at different positions get different logits."""
    models.expect_tells_positions_apart(built(student, "CausalCopier"), of, B, T)


@after(copier_reacts)
@settings(max_examples=4)
@given(lengths, numbers)
def test_causal_copier_positions_come_before_attention(student: Student, T: int, of: Numbers) -> None:
    """If two digits change places, later positions notice: attention knows where a digit stands."""
    models.expect_positions_before_attention(built(student, "CausalCopier"), of, T)


@after(copier_reacts)
@settings(max_examples=3)
@given(st.integers(2, 4), st.integers(1, SEQ - 1), numbers)
def test_causal_copier_sequences_are_independent(student: Student, B: int, T: int, of: Numbers) -> None:
    """A sequence gets the same logits alone as in a batch."""
    models.expect_sequences_independent(built(student, "CausalCopier"), of, B, T)


@after(copier_reacts)
@settings(max_examples=2)
@given(batches, lengths, st.sampled_from([2, 0]), numbers)
def test_causal_copier_uses_every_parameter_repeatably(
    student: Student, B: int, T: int, n_layers: int, of: Numbers
) -> None:
    """A gradient reaches every parameter, and the same digits always give the same logits."""
    module = built(student, "CausalCopier", n_layers=n_layers)
    models.expect_every_parameter_used(module, of, B, T)
    models.expect_repeatable(module, of, B, T)
