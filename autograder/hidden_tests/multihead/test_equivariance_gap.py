"""Criteria of `equivariance_gap`."""

from collections.abc import Callable
from typing import Any

import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor

from autograder.hidden_tests.drawing import Numbers, numbers
from autograder.hidden_tests.expectations import after, described, expect, expect_close, expect_number
from autograder.hidden_tests.multihead.drawn import EPS32
from autograder.student import RemoteModule, Student

# What the modules given in the notebook do, written once more.
GIVEN: dict[str, Callable[[Tensor], Tensor]] = {
    "Doubling": lambda x: 2 * x,
    "Neighbours": lambda x: x + x.roll(1, dims=1),
    "RunningMean": lambda x: x.cumsum(1) / torch.arange(1, x.shape[1] + 1)[:, None],
}
names = st.sampled_from(sorted(GIVEN))


@st.composite
def experiments(draw: st.DrawFn, min_T: int = 3) -> tuple[Tensor, Tensor]:
    """Tokens x (B, T, d) of three unequal sizes, and an order of them that is not its own inverse."""
    T = draw(st.integers(min_T, 7))
    B = draw(st.integers(2, 5).filter(lambda size: size != T))
    d = draw(st.integers(2, 8).filter(lambda size: size not in (B, T)))
    of: Numbers = draw(numbers)
    shift = torch.arange(T).roll(1)  # shifted by one within a random order: no token stays, nor do two swap
    places = of.permutation(T)
    order = torch.empty_like(places)
    order[places] = places[shift]
    return of.normal(B, T, d), order


def gap(student: Student, module: RemoteModule, x: Tensor, order: Tensor) -> float:
    """The student's number."""
    return expect_number(student.equivariance_gap(module, x, order), "the gap")


def module_of(student: Student, name: str) -> RemoteModule:
    """One of the modules that the notebook gives."""
    module = getattr(student, name)()
    assert isinstance(module, RemoteModule)
    return module


def gap_reacts(student: Student) -> None:
    """The running mean notices the order of its tokens, doubling does not."""
    x, order = Numbers(1).normal(2, 4, 3), torch.tensor([1, 2, 3, 0])
    found = {name: gap(student, module_of(student, name), x, order) for name in ("Doubling", "RunningMean")}
    message = f"the gap of RunningMean should be larger than that of Doubling, but they are {found}"
    expect(found["RunningMean"] > found["Doubling"] + 1e-3, message)


@settings(max_examples=20)
@given(experiments(), st.sampled_from(["Neighbours", "RunningMean"]))
def test_equivariance_gap_matches_definition(student: Student, case: Any, name: str) -> None:
    """The gap is the largest entry of |f(x) reordered − f(x reordered)| over all sequences, tokens and channels."""
    x, order = case
    function = GIVEN[name]
    expected = (function(x.double())[:, order] - function(x.double()[:, order])).abs().max()
    found = torch.tensor(gap(student, module_of(student, name), x, order))
    tolerance = 64 * EPS32 * (1 + x.shape[1] * float(x.abs().max()))  # sums of T numbers
    message = f"the gap of {name} should be the largest |f(x)[:, order] − f(x[:, order])|"
    expect_close(found, expected, tolerance, message, "gap")


@after(gap_reacts)
@settings(max_examples=8)
@given(experiments())
def test_equivariance_gap_of_blind_modules_is_zero(student: Student, case: Any) -> None:
    """For a module that treats each token by itself the gap is 0."""
    found = gap(student, module_of(student, "Doubling"), *case)
    expect(found == 0, f"Doubling does not notice the order of its tokens, but its gap is {found:.3g}")


@after(gap_reacts)
@settings(max_examples=6)
@given(experiments(), st.sampled_from([(8, 2), (9, 3)]))
def test_equivariance_gap_of_your_attention(student: Student, case: Any, widths: tuple[int, int]) -> None:
    """For your MultiHeadAttention the gap is what two calls of it show."""
    x, order = case
    d, h = widths
    x = x.repeat(1, 1, d)[..., :d].contiguous()
    module = student.MultiHeadAttention(d, h)
    outputs = [module(tokens).double() for tokens in (x, x[:, order].contiguous())]
    expected = (outputs[0][:, order] - outputs[1]).abs().max()
    found = torch.tensor(gap(student, module, x, order))
    message = "the gap of your module should be the largest difference between two calls of it"
    expect_close(found, expected, 1e-5 * (1 + float(outputs[0].abs().max())), message, "gap")


@after(gap_reacts)
@settings(max_examples=10)
@given(experiments(), names)
def test_equivariance_gap_uses_the_order(student: Student, case: Any, name: str) -> None:
    """For the order in which the tokens already stand, the gap is 0 whatever the module does."""
    x, order = case
    found = gap(student, module_of(student, name), x, torch.arange(len(order)))
    expect(found == 0, f"where no token moves, the gap should be 0, but that of {name} is {found:.3g}")


@after(gap_reacts)
@settings(max_examples=10)
@given(experiments(), names)
def test_equivariance_gap_is_a_float(student: Student, case: Any, name: str) -> None:
    """The gap is a Python float."""
    found = student.equivariance_gap(module_of(student, name), *case)
    expect(isinstance(found, float), f"the gap should be a float, but is {described(found)}")


@after(gap_reacts)
@settings(max_examples=10)
@given(experiments(), names)
def test_equivariance_gap_leaves_arguments_alone(student: Student, case: Any, name: str) -> None:
    """x and order stay as they are, and nothing is random."""
    x, order = case
    observed = student.equivariance_gap.observed(module_of(student, name), x, order, repeats=2)
    for what, before, later in (("x", x, observed.arguments[1]), ("order", order, observed.arguments[2])):
        unchanged = isinstance(later, Tensor) and torch.equal(before, later)
        expect(unchanged, f"equivariance_gap should not change {what}", ("before", before), ("after", later))
    first, second = (expect_number(value, "the gap") for value in observed.values)
    expect(first == second, f"a second call should give the same, but gives {second:.6g} after {first:.6g}")
    expect(not observed.rng_moved, "equivariance_gap should not touch PyTorch's random generator")
