"""Criteria of `accuracy`."""

from typing import Any

import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor

from autograder.hidden_tests.decoders.drawn import SEQ, VOCAB, digits
from autograder.hidden_tests.drawing import Numbers, numbers
from autograder.hidden_tests.expectations import after, expect, expect_number, expect_pair
from autograder.student import Student

CLOSE = 1e-5  # float32 shares


def shares(student: Student, logits: Tensor, y: Tensor) -> tuple[Any, Any]:
    """What the student returns for tokens and for whole sequences."""
    return expect_pair(student.accuracy(logits, y), ("tokens", "sequences"), "accuracy")


@st.composite
def answers(draw: st.DrawFn) -> tuple[Tensor, Tensor, Tensor]:
    """Logits (B, T, 10), digits y (B, T), and where the largest logit is right; some sequences are all right."""
    B, T, of = draw(st.integers(1, 6)), draw(st.integers(1, SEQ)), draw(numbers)
    logits, y = of.normal(B, T, VOCAB, scale=draw(st.sampled_from([1.0, 10.0]))), digits(of, B, T)
    logits += 0.001 * torch.arange(VOCAB)  # no ties
    wrong = (torch.rand(B, T, generator=of.generator) < 0.4) & (torch.rand(B, 1, generator=of.generator) < 0.6)
    chosen = torch.where(wrong, (y + 1) % VOCAB, y)
    best = logits.amax(-1, keepdim=True)
    logits.scatter_(-1, chosen[..., None], best + 1)
    return logits, y, ~wrong


def accuracy_reacts(student: Student) -> None:
    """Right and wrong answers have different shares."""
    of = Numbers(1)
    y = digits(of, 3, 5)
    logits = torch.nn.functional.one_hot(y, VOCAB).float()
    right, wrong = shares(student, logits, y), shares(student, -logits, y)
    gaps = [expect_number(a, "a share") - expect_number(b, "a share") for a, b in zip(right, wrong, strict=True)]
    expect(min(map(abs, gaps)) > 1e-3, "right and wrong answers should have different accuracies")


@settings(max_examples=20)
@given(answers())
def test_accuracy_counts_tokens(student: Student, case: Any) -> None:
    """The first number is the share of tokens whose largest logit is that of the right digit."""
    logits, y, right = case
    found = expect_number(shares(student, logits, y)[0], "the share of tokens")
    should = float(right.double().mean())
    expect(abs(found - should) <= CLOSE, f"{int(right.sum())} of {right.numel()} tokens are right, not {found:.4g}")


@settings(max_examples=20)
@given(answers())
def test_accuracy_counts_whole_sequences(student: Student, case: Any) -> None:
    """The second number is the share of sequences in which every token is right."""
    logits, y, right = case
    found = expect_number(shares(student, logits, y)[1], "the share of sequences")
    whole = right.all(1)
    should = float(whole.double().mean())
    expect(abs(found - should) <= CLOSE, f"{int(whole.sum())} of {len(whole)} sequences are right, not {found:.4g}")


@after(accuracy_reacts)
@settings(max_examples=10)
@given(answers(), st.sampled_from([0.01, 0.5, 30.0]))
def test_accuracy_only_largest_logit_counts(student: Student, case: Any, scale: float) -> None:
    """It only counts which logit is the largest, not how large it is or by how much."""
    logits, y, _ = case
    shift = torch.linspace(-20, 20, y.numel()).reshape(*y.shape, 1)
    first, second = shares(student, logits, y), shares(student, scale * logits + shift, y)
    for name, before, now in zip(("tokens", "sequences"), first, second, strict=True):
        a, b = expect_number(before, f"the share of {name}"), expect_number(now, f"the share of {name}")
        same = abs(a - b) <= CLOSE * (1 + abs(a))
        expect(same, f"logits times {scale:g}, shifted, have {b:.4g} of the {name} right in place of {a:.4g}")
