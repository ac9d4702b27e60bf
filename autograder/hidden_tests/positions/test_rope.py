"""Criteria of `rope`."""

from typing import Any

import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor

from autograder.hidden_tests.drawing import Numbers, numbers
from autograder.hidden_tests.expectations import Unmet, after, expect, expect_close, expect_tensor
from autograder.hidden_tests.positions.drawn import angles, expect_all_different, expect_unchanged, rounding, widths
from autograder.student import Student

bases = st.sampled_from([10000.0, 100.0, 2.0, 500000.0])


@st.composite
def sequences(draw: st.DrawFn, min_T: int = 1, min_pairs: int = 1) -> tuple[Tensor, Numbers]:
    """Sequences x (B, T, d) in float32 without entries near 0, and the numbers for more."""
    B, T, d = draw(st.integers(1, 4)), draw(st.integers(min_T, 9)), 2 * draw(st.integers(min_pairs, 5))
    of = draw(numbers)
    return away_from_zero(of.normal(B, T, d)), of


def away_from_zero(x: Tensor) -> Tensor:
    """The same numbers moved by 0.5 away from 0, so that no pair is too short to show that it turns."""
    return torch.where(x < 0, x - 0.5, x + 0.5)


def turned(student: Student, x: Tensor, *base: float) -> Tensor:
    """The student's rope(x) in float64, of x's shape."""
    return expect_tensor(student.rope(x, *base), x.shape, "the result").double()


def allowed(x: Tensor) -> float:
    """Rounding allowed in a rotated x."""
    return rounding(x.shape[-2], float(x.abs().max()))


def rope_reacts(student: Student) -> None:
    """Positions after the first are changed. Where nothing is, there is nothing to compare."""
    x = torch.tensor([[[1.0, 2.0, 3.0, 4.0]] * 3])
    message = "positions after the first should be turned, but x came back as it was"
    expect(bool((turned(student, x) - x)[:, 1:].abs().max() > 1e-2), message, ("x, and your result", x))


@settings(max_examples=40)
@given(sequences(), st.one_of(st.none(), bases), st.sampled_from([torch.float32, torch.float64]))
def test_rope_matches_formula(student: Student, case: Any, base: float | None, dtype: torch.dtype) -> None:
    """The pair (x_2i, x_2i+1) at position p turns by the angle p · base^(−2i/d)."""
    x = case[0].to(dtype)
    actual = turned(student, x, *(() if base is None else (base,)))
    pairs = torch.view_as_complex(x.double().unflatten(-1, (-1, 2)))  # (B, T, d/2)
    angle = angles(torch.arange(x.shape[-2]), x.shape[-1], 10000.0 if base is None else base)
    expected = torch.view_as_real(pairs * torch.polar(torch.ones_like(angle), angle)).flatten(-2)
    message = "the pair (x[2i], x[2i+1]) at position p should be turned by the angle p · base^(−2i/d)"
    expect_close(actual, expected, allowed(x), message, "result")


@after(rope_reacts)
@settings(max_examples=10)
@given(sequences(min_T=3, min_pairs=2), st.sampled_from([100.0, 2.0]))
def test_rope_uses_base(student: Student, case: Any, base: float) -> None:
    """The base may be given by name, is 10000 where it is not given, and makes a difference."""
    x, _ = case
    usual = turned(student, x)
    named = expect_tensor(student.rope(x, base=10000.0), x.shape, "the result").double()
    # The same numbers by the same code, so that a base nearby shows.
    same = 1e-6 * (1 + float(x.abs().max()))
    expect_close(named, usual, same, "rope(x, base=10000.0) should be the same as rope(x)", "result")
    other = expect_tensor(student.rope(x, base=base), x.shape, "the result").double()
    message = f"rope(x, base={base}) should differ from rope(x)"
    expect(float((other - usual).abs().max()) > 1e-2, message, ("your result for both", usual))


@after(rope_reacts)
@settings(max_examples=20)
@given(sequences(), bases)
def test_rope_leaves_position_zero(student: Student, case: Any, base: float) -> None:
    """Position 0 is not turned at all."""
    x, _ = case
    first = turned(student, x, base)[:, 0]
    message = "at position 0 the angle is 0: nothing should change"
    expect_close(first, x[:, 0], allowed(x), message, "result at position 0")


@after(rope_reacts)
@settings(max_examples=20)
@given(sequences(), bases)
def test_rope_keeps_lengths(student: Student, case: Any, base: float) -> None:
    """A rotation changes no length: every row is as long as before."""
    x, _ = case
    norms = turned(student, x, base).norm(dim=-1)
    message = "each row of the result should be as long as the same row of x"
    expect_close(norms, x.double().norm(dim=-1), x.shape[-1] * allowed(x), message, "lengths")


def scores(student: Student, q: Tensor, k: Tensor, T: int, *base: float) -> Tensor:
    """Scores of q and k (d,) placed at every position: entry [m, n], in float64."""
    rows_q = turned(student, q.expand(1, T, -1).contiguous(), *base)[0]
    rows_k = turned(student, k.expand(1, T, -1).contiguous(), *base)[0]
    return rows_q @ rows_k.T


@after(rope_reacts)
@settings(max_examples=30)
@given(st.sampled_from([700, 2, 700, 3, 700, 20]), widths, bases, numbers)
def test_rope_score_depends_on_offset(student: Student, T: int, d: int, base: float, of: Numbers) -> None:
    """The score of a turned query and a turned key depends on their offset, not on where they stand."""
    q, k = of.normal(d), of.normal(d)
    products = scores(student, q, k, T, base)
    # Moved along by the largest step that stays inside, and by one.
    size = float(q.norm() * k.norm())
    for step in {1, max(T // 2, 1)}:
        near, far = products[: T - step, : T - step], products[step:, step:]
        message = f"with query and key both {step} positions further on, their score should stay what it was"
        expect_close(far, near, 4 * rounding(T, size), message, "scores further on")


@after(rope_reacts)
@settings(max_examples=10)
@given(widths, numbers)
def test_rope_tells_offsets_apart(student: Student, d: int, of: Numbers) -> None:
    """Different offsets give different scores: the position does have an effect."""
    q = away_from_zero(of.normal(d))
    row = scores(student, q, q, 4)[0]  # the query at 0, the key at 0, 1, 2, 3
    message = "the score should change when the key moves away from the query"
    change, smallest = float(row.max() - row.min()), 0.05 * float(q.square().max())
    expect(change > smallest, message, ("scores at offsets 0 to 3", row))


@after(rope_reacts)
def test_rope_calls_are_independent(student: Student) -> None:
    """A row depends on its position alone, not on the sequence's length nor on what was called before."""
    # Without Hypothesis, which repeats a failure to be sure of it: an answer with a memory may not repeat its own.
    of = Numbers(1)
    for B, T, d, base, t in ((2, 7, 4, 10000.0, 3), (1, 9, 8, 100.0, 8), (3, 5, 6, 2.0, 1), (2, 17, 10, 500000.0, 5)):
        x = away_from_zero(of.normal(B, T, d))
        long = turned(student, x, base)
        short = turned(student, x[:, :t].contiguous(), base)
        message = f"the first {t} rows should be the same in a sequence of {t} as in one of {T}"
        expect_close(short, long[:, :t], allowed(x), message, "rows of the short sequence")
        student.rope(of.normal(2, T, d + 2), base)
        student.rope(of.normal(1, 24, d, dtype=torch.float64), base)
        student.rope(x, 7.0)
        again = turned(student, x, base)
        message = "the result should be the same after calls with another length, width, dtype and base"
        expect_close(again, long, allowed(x), message, "result, the second time")
        # A table that is kept from the first call with a length: whose base is in it?
        almost = x[:, : T - 2].contiguous()
        student.rope(almost, 7.0)
        message = f"the first {T - 2} rows should be what they were, also after a call with another base"
        expect_close(turned(student, almost, base), long[:, : T - 2], allowed(x), message, "result")


@after(rope_reacts)
@settings(max_examples=10)
@given(st.sampled_from([(), (1,), (2, 3), (3, 1), (2, 1, 3)]), sequences(), bases)
def test_rope_any_leading_axes(student: Student, leading: tuple[int, ...], case: Any, base: float) -> None:
    """Any leading axes work, none or several (batch, heads): each slice is turned by itself."""
    small, of = case
    x = of.normal(*leading, *small.shape[1:])
    flat = turned(student, x.reshape(-1, *small.shape[1:]), base)
    message = f"with leading axes {leading} each slice should be what it is in a plain batch"
    expect_close(turned(student, x, base), flat.reshape(x.shape), allowed(x), message, "result")


@after(rope_reacts)
@settings(max_examples=30)
@given(sequences(), st.sampled_from([torch.float32, torch.float64]))
def test_rope_keeps_shape_and_dtype(student: Student, case: Any, dtype: torch.dtype) -> None:
    """The result has the shape and the dtype of x."""
    x = case[0].to(dtype)
    found = expect_tensor(student.rope(x), x.shape, "the result")
    expect(found.dtype == dtype, f"the result should keep the dtype of x, {dtype}, but is {found.dtype}")


@after(rope_reacts)
@settings(max_examples=20)
@given(sequences())
def test_rope_leaves_input_alone(student: Student, case: Any) -> None:
    """The argument x stays as it is, nothing is random, and a second call gives the same."""
    x, _ = case
    observed = student.rope.observed(x, repeats=2)
    first, second = (expect_tensor(value, x.shape, "the result") for value in observed.values)
    expect_unchanged("rope", x, observed.arguments[0])
    expect(torch.equal(first, second), "a second call with the same x should give the same")
    expect(not observed.rng_moved, "rope should not touch PyTorch's random generator: no seeding, no drawing")


@after(rope_reacts)
@settings(max_examples=8)
@given(sequences(), bases)
def test_rope_gradients(student: Student, case: Any, base: float) -> None:
    """The gradient reaches x and agrees with finite differences of your own forward pass."""
    x, of = case
    x = x.double()
    cotangent, step = of.normal(*x.shape, dtype=torch.float64), of.normal(*x.shape, dtype=torch.float64)
    (gradient,) = student.rope.gradients(x, base, wrt=(0,), cotangents=(cotangent,))
    if gradient is None:
        raise Unmet("no gradient reaches x: something cuts it off from the result")
    gradient = expect_tensor(gradient, x.shape, "the gradient of x").double()
    ends = [(turned(student, x + sign * step, base) * cotangent).sum() for sign in (1, -1)]
    slope = (ends[0] - ends[1]) / 2  # rope is linear, so that a long step is as good as a short one
    tolerance = 1e-4 * (1 + float(cotangent.abs().sum()) * float((x.abs() + step.abs()).max()))
    message = "the gradient of x should agree with how the result really changes with x"
    expect_close((gradient * step).sum(), slope, tolerance, message, "gradient of x, along one direction")


@after(rope_reacts)
@settings(max_examples=3)
@given(st.sampled_from([2500, 3000]), st.sampled_from([14, 16]), numbers)
def test_rope_long_sequences(student: Student, T: int, d: int, of: Numbers) -> None:
    """In a sequence of thousands, every position is turned its own way."""
    vector = away_from_zero(of.normal(d))
    rows = turned(student, vector.expand(1, T, d).contiguous())[0]
    message = f"the same vector at {T} positions should be turned in {T} different ways"
    expect_all_different(rows, 1e-4, message)


@after(rope_reacts)
@settings(max_examples=20)
@given(sequences(min_T=2), bases, st.sampled_from(["transposed", "strided", "expanded"]))
def test_rope_any_memory_layout(student: Student, case: Any, base: float, kind: str) -> None:
    """Transposed, strided and expanded inputs give the same as their contiguous copies."""
    x, of = case
    match kind:
        case "transposed":
            view = x.transpose(1, 2).contiguous().transpose(1, 2)
        case "strided":
            view = torch.stack([x, of.normal(*x.shape)], dim=-1).flatten(-2)[..., ::2]
        case _:
            view = x[:, :1].expand(x.shape)
    expected = turned(student, view.contiguous(), base)
    message = f"an x that is a {kind} view of another tensor should give the same as a copy of it"
    expect_close(turned(student, view, base), expected, allowed(x), message, "result")
