"""Criteria of `LearnedPositions`."""

from typing import Any

import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor

from autograder.hidden_tests.drawing import Numbers, numbers
from autograder.hidden_tests.expectations import Unmet, expect, expect_close, expect_tensor
from autograder.hidden_tests.positions.drawn import EPS32, expect_unchanged, rounding
from autograder.student import RemoteModule, Student, StudentRaised

UNIT = 0.125  # what the entries of a known table are multiples of: exact in float32


@st.composite
def tokens(draw: st.DrawFn) -> tuple[int, int, Tensor, Numbers]:
    """max_len, d, and x (B, max_len, d) with B ≠ max_len: as long as the table allows."""
    max_len, d, of = draw(st.integers(3, 7)), draw(st.integers(1, 6)), draw(numbers)
    B = draw(st.integers(1, 5).filter(lambda size: size != max_len))
    return max_len, d, of.normal(B, max_len, d), of


def learned(student: Student, max_len: int, d: int) -> RemoteModule:
    """A LearnedPositions of the student's."""
    module = student.LearnedPositions(max_len, d)
    if not isinstance(module, RemoteModule):
        raise Unmet("LearnedPositions(max_len, d) should be an nn.Module")
    return module


def known(module: RemoteModule, of: Numbers) -> dict[str, Tensor]:
    """Set all parameters to different multiples of UNIT in random order; returns them by name."""
    parameters: dict[str, Tensor] = module.named_parameters()
    count = sum(parameter.numel() for parameter in parameters.values())
    expect(count > 0, "the module has no trainable parameters (nn.Parameter, or layers that hold some)")
    values = UNIT * of.permutation(count)
    chosen = {}
    for name, parameter in parameters.items():
        own, values = values[: parameter.numel()], values[parameter.numel() :]
        chosen[name] = own.reshape(parameter.shape).to(parameter.dtype)
    load(module, chosen)
    return chosen


def load(module: RemoteModule, parameters: dict[str, Tensor]) -> None:
    """Give the parameters these values; buffers stay."""
    module.load_state_dict({**module.state_dict(), **parameters})


def taken(module: RemoteModule, x: Tensor) -> Tensor:
    """The longest start of x (..., max_len, d) that the module accepts: all, or all but the last position.

    Turning away a full sequence is charged once, by `rejects_too_long`.
    """
    try:
        module(x)
    except StudentRaised:
        return x[..., :-1, :].contiguous()
    return x


def added(module: RemoteModule, x: Tensor) -> Tensor:
    """The student's module(x) in float64."""
    return expect_tensor(module(x), x.shape, "the result").double()


@settings(max_examples=20)
@given(tokens())
def test_learned_positions_adds_its_table(student: Student, case: Any) -> None:
    """What is added to x are the trainable parameters themselves: to each position a row of its own."""
    max_len, d, x, of = case
    module = learned(student, max_len, d)
    parameters = known(module, of)
    x = taken(module, x)
    rows = added(module, x) - x.double()
    tolerance = rounding(0, float(x.abs().max()))
    message = "the result should be x plus the rows of the table, the same for every entry of the batch"
    expect_close(rows, rows[:1].expand(rows.shape), tolerance, message, "result minus x")
    entries = (rows[0] / UNIT).round().long()
    message = "what is added to x should be entries of the trainable table, as they are"
    expect_close(rows[0], UNIT * entries, tolerance, message, "result minus x")
    count = sum(parameter.numel() for parameter in parameters.values())
    once = bool(((entries >= 0) & (entries < count)).all()) and len(set(entries.flatten().tolist())) == rows[0].numel()
    expect(
        once,
        f"every one of the {x.shape[1]} positions should get a row of its own from the table",
        ("your table", list(parameters.values())),
        ("result minus x", rows[0]),
    )


@settings(max_examples=20)
@given(tokens())
def test_learned_positions_row_belongs_to_position(student: Student, case: Any) -> None:
    """Position p gets row p in a short sequence as in a long one."""
    max_len, d, x, of = case
    module = learned(student, max_len, d)
    known(module, of)
    x = taken(module, x)
    long = added(module, x)
    for T in (1, x.shape[1] - 1):
        message = f"the first {T} of {x.shape[1]} positions should get the same as in a sequence of {T}"
        short = added(module, x[:, :T])
        tolerance = 64 * EPS32 * (1 + float(long.abs().max()))
        expect_close(short, long[:, :T], tolerance, message, f"result for T = {T}")


@settings(max_examples=8)
@given(st.integers(1, 9), st.integers(1, 9))
def test_learned_positions_parameter_count(student: Student, max_len: int, d: int) -> None:
    """There are max_len · d trainable parameters, and no others."""
    parameters = learned(student, max_len, d).named_parameters()
    count = sum(parameter.numel() for parameter in parameters.values())
    shapes = {name: tuple(parameter.shape) for name, parameter in parameters.items()}
    should = f"LearnedPositions({max_len}, {d}) should have {max_len * d} trainable parameters"
    expect(count == max_len * d, f"{should}, but has {count}: {shapes}")


@settings(max_examples=8)
@given(tokens())
def test_learned_positions_gradients(student: Student, case: Any) -> None:
    """Gradients reach the table and x, and agree with how the result really changes."""
    max_len, d, x, of = case
    module = learned(student, max_len, d)
    parameters = known(module, of)
    x = taken(module, x)
    cotangent = of.normal(*x.shape)
    (of_x,) = module.forward.gradients(x, wrt=(0,), cotangents=(cotangent,))
    if of_x is None:
        raise Unmet("no gradient reaches x: something cuts it off from the result")
    of_x = expect_tensor(of_x, x.shape, "the gradient of x").double()
    of_parameters = module.forward.parameter_gradients(x, cotangents=(cotangent,))
    size = float(1 + x.abs().max()) * float(cotangent.abs().sum())
    before = (added(module, x) * cotangent).sum()

    other = of.normal(*x.shape)
    slope = (added(module, x + other) * cotangent).sum() - before
    tolerance = 1e-4 * (1 + size * float(1 + other.abs().max()))  # float32 sums
    message = "the gradient of x should agree with how the result changes with x"
    expect_close((of_x * other).sum(), slope, tolerance, message, "gradient of x, along one direction")

    step = {name: of.normal(*parameter.shape) for name, parameter in parameters.items()}
    along = torch.tensor(0.0, dtype=torch.float64)
    for name, gradient in of_parameters.items():
        if gradient is None:
            raise Unmet(f"no gradient reaches the parameter {name}")
        gradient = expect_tensor(gradient, step[name].shape, f"the gradient of {name}")
        along += (gradient.double() * step[name]).sum()
    load(module, {name: parameter + step[name] for name, parameter in parameters.items()})
    slope = (added(module, x) * cotangent).sum() - before
    message = "the gradient of the table should agree with how the result changes with the table"
    expect_close(along, slope, 1e-4 * (1 + size), message, "gradient of the table, along one direction")


@settings(max_examples=8)
@given(tokens(), st.integers(1, 5))
def test_learned_positions_rejects_too_long(student: Student, case: Any, more: int) -> None:
    """A sequence of max_len positions is welcome, a longer one raises ValueError."""
    max_len, d, x, of = case
    module = learned(student, max_len, d)
    module(x)
    too_long = of.normal(x.shape[0], max_len + more, d)
    try:
        module(too_long)
    except StudentRaised as error:
        message = f"a sequence longer than the table should raise ValueError, not {error.raised.kind}"
        expect(error.is_a(ValueError), message)
    else:
        raise Unmet(f"a sequence of {max_len + more} should raise ValueError: the table has {max_len} rows")


@settings(max_examples=10)
@given(tokens(), st.sampled_from([(), (1,), (2, 3), (3, 1), (2, 1, 2)]))
def test_learned_positions_any_leading_axes(student: Student, case: Any, leading: tuple[int, ...]) -> None:
    """Any leading axes work, none or several: each slice gets the same rows."""
    max_len, d, _, of = case
    module = learned(student, max_len, d)
    known(module, of)
    x = of.normal(*leading, max_len, d)
    start = taken(module, x.reshape(-1, max_len, d))
    flat = added(module, start)
    x = start.reshape(*leading, *start.shape[1:])
    actual = added(module, x)
    message = f"with leading axes {leading} each slice should be what it is in a plain batch"
    expect_close(actual, flat.reshape(x.shape), 64 * EPS32 * (1 + float(flat.abs().max())), message, "result")


@settings(max_examples=8)
@given(tokens())
def test_learned_positions_leaves_input_alone(student: Student, case: Any) -> None:
    """The argument x is the same after the call as before, and a second call gives the same."""
    max_len, d, x, of = case
    module = learned(student, max_len, d)
    known(module, of)
    x = taken(module, x)
    observed = module.forward.observed(x, repeats=2)
    first, second = (expect_tensor(value, x.shape, "the result") for value in observed.values)
    expect_unchanged("LearnedPositions", x, observed.arguments[0])
    expect(torch.equal(first, second), "a second call with the same x should give the same")
    expect(not observed.rng_moved, "the module should not touch PyTorch's random generator when it is called")
