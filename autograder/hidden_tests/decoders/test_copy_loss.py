"""Criteria of `copy_loss`."""

from typing import Any

import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor
from torch.nn import functional

from autograder.hidden_tests.decoders.drawn import BACK, SEQ, VOCAB, digits
from autograder.hidden_tests.drawing import Numbers, numbers
from autograder.hidden_tests.expectations import Unmet, after, expect, expect_close, expect_number, expect_tensor
from autograder.student import Student


@st.composite
def cases(draw: st.DrawFn) -> tuple[Tensor, Tensor, Numbers]:
    """Logits (B, T, 10), digits x (B, T), and the numbers for more."""
    B, T, of = draw(st.integers(1, 5)), draw(st.integers(BACK + 1, SEQ + 2)), draw(numbers)
    return of.normal(B, T, VOCAB, scale=2.0), digits(of, B, T), of


def loss(student: Student, logits: Tensor, x: Tensor) -> float:
    """The student's loss."""
    return expect_number(student.copy_loss(logits, x), "the loss")


def close(value: float) -> float:
    """Rounding of a float32 mean over a hundred terms at most, some larger than the mean."""
    return 1e-4 * (1 + abs(value))


def copy_loss_reacts(student: Student) -> None:
    """Other logits cost something else, and so do the same logits where the digits are others."""
    of = Numbers(1)
    x, logits = digits(of, 3, 8), of.normal(3, 8, VOCAB)
    before = loss(student, logits, x)
    expect(abs(loss(student, of.normal(3, 8, VOCAB), x) - before) > 1e-4, "other logits should have another loss")
    expect(abs(loss(student, logits, (x + 1) % VOCAB) - before) > 1e-4, "other digits should have another loss")


@settings(max_examples=20)
@given(cases())
def test_copy_loss_matches_formula(student: Student, case: Any) -> None:
    """It is the mean cross-entropy of the logits at t for the digit at t − 3, over t = 3 … T − 1."""
    logits, x, _ = case
    should = float(functional.cross_entropy(logits.double()[:, BACK:].flatten(0, 1), x[:, :-BACK].flatten()))
    found = loss(student, logits, x)
    message = f"the mean cross-entropy for the digits three back is {should:.4f}, not {found:.4f}"
    expect(abs(found - should) <= close(should), message)


@after(copy_loss_reacts)
@settings(max_examples=15)
@given(cases(), st.integers(0, 50), st.integers(0, 50))
def test_copy_loss_rewards_the_digit_three_back(student: Student, case: Any, row: int, column: int) -> None:
    """At every position from 3 on, a larger logit for the digit three back costs less, any other costs more."""
    logits, x, of = case
    B, T = x.shape
    b, t = row % B, BACK + column % (T - BACK)
    target = int(x[b, t - BACK])
    other = (target + 1 + int(digits(of)) % (VOCAB - 1)) % VOCAB
    costs = {}
    logits[b, t] = 0.0
    for digit in (target, other):
        raised = logits.clone()
        raised[b, t, digit] = 3.0
        costs[digit] = loss(student, raised, x)
    before = loss(student, logits, x)
    where = f"position {t} of the digits {x[b].tolist()}"
    expect(costs[target] < before, f"a larger logit for {target} at {where} should cost less")
    expect(costs[other] > before, f"a larger logit for {other} at {where} should cost more")


@after(copy_loss_reacts)
@settings(max_examples=10)
@given(cases())
def test_copy_loss_leaves_out_first_positions(student: Student, case: Any) -> None:
    """What the model says at positions 0, 1 and 2 costs nothing."""
    logits, x, of = case
    other = logits.clone()
    other[:, :BACK] = of.normal(len(x), BACK, VOCAB, scale=5.0)
    before, now = loss(student, logits, x), loss(student, other, x)
    message = f"other logits at positions 0 to 2 change the loss from {before:.4f} to {now:.4f}"
    expect(abs(before - now) <= close(before), message)


@after(copy_loss_reacts)
@settings(max_examples=10)
@given(cases())
def test_copy_loss_last_digits_are_no_targets(student: Student, case: Any) -> None:
    """The last three digits are never asked for: others in their place change nothing."""
    logits, x, of = case
    # Where they are asked for at positions 0 to 2, which another criterion charges, all digits cost the same.
    logits[:, :BACK] = 0.0
    other = x.clone()
    other[:, -BACK:] = (x[:, -BACK:] + 1 + digits(of, len(x), BACK) % (VOCAB - 1)) % VOCAB
    before, now = loss(student, logits, x), loss(student, logits, other)
    message = f"other digits in the last three places change the loss from {before:.4f} to {now:.4f}"
    expect(abs(before - now) <= close(before), message)


@after(copy_loss_reacts)
@settings(max_examples=10)
@given(cases())
def test_copy_loss_averages_sequences(student: Student, case: Any) -> None:
    """The loss of a batch is the average of what its sequences cost alone."""
    logits, x, _ = case
    logits, x = torch.cat([logits, -logits]), torch.cat([x, x])
    alone = [loss(student, logits[b : b + 1], x[b : b + 1]) for b in range(len(x))]
    should, found = sum(alone) / len(alone), loss(student, logits, x)
    message = f"alone the sequences cost {should:.4f} on average, together {found:.4f}"
    expect(abs(found - should) <= close(should), message)


@after(copy_loss_reacts)
@settings(max_examples=10)
@given(st.integers(1, 4), st.integers(BACK + 1, SEQ), st.sampled_from([30.0, 200.0, 500.0]), numbers)
def test_copy_loss_of_sure_answers(student: Student, B: int, T: int, sure: float, of: Numbers) -> None:
    """A sure and wrong answer costs in proportion to how sure it is, a right one nothing more; never infinity."""
    x = digits(of, B, T)
    right = functional.one_hot(x.roll(BACK, 1), VOCAB).float()
    right[:, :BACK] = 0.0  # what these positions cost, if anything, does not change
    wrong = right.roll(1, -1)
    first, second = loss(student, sure * right, x), loss(student, 2 * sure * right, x)
    message = f"right answers cost {first:.4g} with logits of {sure:g} and {second:.4g} with {2 * sure:g}"
    expect(abs(first - second) <= 1e-3 * (1 + abs(first)), message)
    gap, twice = loss(student, sure * wrong, x) - first, loss(student, 2 * sure * wrong, x) - first
    message = (
        f"wrong answers cost {gap:.4g} more than right ones with logits of {sure:g}, {twice:.4g} with {2 * sure:g}"
    )
    expect(gap > 0 and abs(twice - 2 * gap) <= 1e-3 * (1 + gap), message)


@after(copy_loss_reacts)
@settings(max_examples=10)
@given(cases())
def test_copy_loss_gradient(student: Student, case: Any) -> None:
    """The loss is a tensor whose gradient reaches the logits and agrees with how the loss really changes."""
    logits, x, of = case
    one = torch.tensor(1.0)
    (gradient,) = student.copy_loss.gradients(logits, x, wrt=(0,), cotangents=(one,))
    if gradient is None:
        raise Unmet("no gradient reaches the logits: something cuts the loss off from them")
    gradient = expect_tensor(gradient, logits.shape, "the gradient").double()
    step = 0.05 * of.normal(*logits.shape)
    slope = (loss(student, logits + step, x) - loss(student, logits - step, x)) / 2
    message = "the gradient should agree with how the loss changes with the logits"
    found = (gradient * step).sum()
    # Central differences leave over third derivatives times step³, about 1e-4; float32 adds 1e-6.
    expect_close(found, torch.tensor(slope), 3e-4, message, "gradient along one direction")
