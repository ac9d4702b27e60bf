"""Criteria of the assignment `positions`.

One function is one criterion: its name without `test_` is the grade cell's id, the first line of its
docstring is what students and staff read. One criterion of each part compares with the formula; the others
compare the student's outputs with one another and do not mind another order of the columns, another base or
another first position, so that one fault costs one criterion and not all of them.

Positions count from 0. Expected values are sines and cosines of angles in float64.
"""

from typing import Any

import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor

from autograder.hidden_tests.drawing import Numbers, numbers
from autograder.hidden_tests.expectations import Unmet, after, expect, expect_close, expect_tensor
from autograder.student import RemoteModule, Student, StudentRaised

FROM_SCRATCH = ()

EPS32 = torch.finfo(torch.float32).eps

widths = st.integers(1, 6).map(lambda pairs: 2 * pairs)
lengths = st.sampled_from([1, 3, 5, 7, 9])  # odd, since widths are even: swapped axes can be told


def rounding(positions: int, size: float = 1.0) -> float:
    """Rounding allowed in a sine times `size`: an angle of p radians in float32 is off by about p·eps, and a
    few times that where the frequencies are rounded too."""
    return (2e-5 + 1e-6 * positions) * (1 + size)


def angles(positions: Tensor, d: int, base: float = 10000.0) -> Tensor:
    """Position times frequency in float64: (T, d/2)."""
    return positions.double()[:, None] * base ** (-torch.arange(0, d, 2, dtype=torch.float64) / d)


def encoded(positions: Tensor, d: int) -> Tensor:
    """The sinusoidal encodings of these positions in float64: (T, d)."""
    angle = angles(positions, d)
    return torch.stack([angle.sin(), angle.cos()], -1).flatten(-2)


def rearranged(value: Any, shape: tuple[int, ...], what: str, *, finite: bool = True) -> Tensor:
    """The student's tensor in float64 and in this shape. Axes of size 1 too many or too few, or the last two
    swapped, are let pass: the criterion about the shape charges them."""
    tensor = expect_tensor(value, None, what, finite=finite)
    swapped = (*shape[:-2], shape[-1], shape[-2])
    found = tuple(size for size in tensor.shape if size > 1)
    if found == tuple(size for size in shape if size > 1):
        return tensor.double().reshape(shape)
    if found == tuple(size for size in swapped if size > 1):
        return tensor.double().reshape(swapped).mT
    raise Unmet(f"{what} should have the shape {shape}, but has {tuple(tensor.shape)}")


def expect_all_different(rows: Tensor, gap: float, message: str) -> None:
    """Raise Unmet unless any two rows (T, d) are further apart than `gap`."""
    squares = rows.square().sum(-1)
    for start in range(0, len(rows), 500):  # 500 rows with all the others at a time, to save memory
        part = slice(start, start + 500)
        squared = squares[part, None] + squares - 2 * rows[part] @ rows.T
        squared.diagonal(start).fill_(torch.inf)
        if not float(squared.min()) > gap**2:
            first, second = divmod(int(squared.argmin()), len(rows))
            first += start
            raise Unmet(
                f"{message}, but the rows {first} and {second} are the same",
                ((f"row {first}", rows[first]), (f"row {second}", rows[second])),
            )


# -------------------------------------------------------------------------------------- sinusoidal_encoding


def table(student: Student, max_len: int, d: int) -> Tensor:
    """The student's table in float64, (max_len, d)."""
    return rearranged(student.sinusoidal_encoding(max_len, d), (max_len, d), "the table")


def table_reacts(student: Student) -> None:
    """Some rows differ. In a table of one number there is nothing to compare."""
    rows = table(student, 4, 6)
    message = "different positions should make a difference, but all rows are the same"
    expect(bool((rows - rows[:1]).abs().max() > 1e-3), message, ("your table", rows))


@settings(max_examples=30)
@given(st.sampled_from([1, 3, 5, 7, 13, 301, 5001]), widths)
def test_sinusoidal_encoding_matches_formula(student: Student, max_len: int, d: int) -> None:
    """Row p holds sin(p ω_i) at 2i and cos(p ω_i) at 2i + 1, with ω_i = 10000^(−2i/d)."""
    actual = table(student, max_len, d)
    message = "row p should hold sin(p·ω_i) in column 2i and cos(p·ω_i) in column 2i + 1, ω_i = 10000^(−2i/d)"
    expect_close(actual, encoded(torch.arange(max_len), d), rounding(max_len), message, "table")


@after(table_reacts)
@settings(max_examples=15)
@given(lengths, widths)
def test_sinusoidal_encoding_shape_and_dtype(student: Student, max_len: int, d: int) -> None:
    """The table is a float32 tensor of shape (max_len, d)."""
    found = expect_tensor(student.sinusoidal_encoding(max_len, d), (max_len, d), "the table")
    expect(found.dtype == torch.float32, f"the table should be of dtype torch.float32, but is {found.dtype}")


@after(table_reacts)
@settings(max_examples=15)
@given(lengths, widths)
def test_sinusoidal_encoding_starts_at_zero(student: Student, max_len: int, d: int) -> None:
    """At position 0 every angle is 0: the sines are 0 and the cosines 1."""
    first = table(student, max_len, d)[0]
    # Which columns hold which is the formula's affair.
    expected = first.round().clamp(0, 1)
    message = "row 0 should hold nothing but zeros, the sines of 0, and ones, the cosines"
    expect_close(first, expected, 64 * EPS32, message, "row 0")


@after(table_reacts)
@settings(max_examples=20)
@given(lengths, st.integers(1, 20).map(lambda half: 2 * half), widths)
def test_sinusoidal_encoding_longer_table_extends(student: Student, max_len: int, more: int, d: int) -> None:
    """A longer table begins with the shorter one: row p depends on p and d, not on max_len."""
    short, long = table(student, max_len, d), table(student, max_len + more, d)
    message = f"the first {max_len} rows of a table of {max_len + more} should be the table of {max_len}"
    expect_close(long[:max_len], short, rounding(max_len), message, "longer table, its first rows")


@after(table_reacts)
def test_sinusoidal_encoding_has_no_memory(student: Student) -> None:
    """A table is the same whatever tables were asked for before it."""
    # Without Hypothesis, which repeats a failure to be sure of it: an answer with a memory may not repeat its own.
    for max_len, d, other_len, other_d in ((15, 6, 5, 12), (27, 4, 33, 18), (3, 8, 9, 26)):
        before = table(student, max_len, d)
        for rows, columns in ((max_len, other_d), (other_len, d), (41, 16)):
            student.sinusoidal_encoding(rows, columns)
        after_others = table(student, max_len, d)
        message = f"the table ({max_len}, {d}) should be the same after tables of other sizes were made"
        expect_close(after_others, before, 0.0, message, "table, the second time")


@after(table_reacts)
@settings(max_examples=20)
@given(st.sampled_from([3, 5, 9, 15, 41]), widths)
def test_sinusoidal_encoding_dot_products_show_distance(student: Student, max_len: int, d: int) -> None:
    """The dot product of two rows depends only on how far apart they are, not on where they stand."""
    rows = table(student, max_len, d)
    products = rows @ rows.T  # (max_len, max_len)
    distance = (torch.arange(max_len)[:, None] - torch.arange(max_len)).abs()
    message = "rows the same distance apart should have the same dot product, wherever they stand"
    expect_close(products, products[0][distance], d * rounding(max_len), message, "dot products of all rows")


@after(table_reacts)
@settings(max_examples=2)
@given(st.sampled_from([4001, 5001]), st.sampled_from([48, 64]))
def test_sinusoidal_encoding_tells_positions_apart(student: Student, max_len: int, d: int) -> None:
    """In a table of thousands of rows no two are alike."""
    message = f"in a table of {max_len} rows each position should have an encoding of its own"
    expect_all_different(table(student, max_len, d), 1e-4, message)


# --------------------------------------------------------------------------------------------- shift_matrix


def shift(student: Student, k: int, d: int) -> Tensor:
    """The student's matrix in float64, (d, d)."""
    return rearranged(student.shift_matrix(k, d), (d, d), "the matrix")


def shift_reacts(student: Student) -> None:
    """The matrix has to do with k. Where it hasn't, there is nothing to compare."""
    still, moved = shift(student, 0, 4), shift(student, 1, 4)
    message = "different k should give different matrices"
    expect(bool((still - moved).abs().max() > 1e-3), message, ("your matrix for k = 0 and for k = 1", still))


@settings(max_examples=25)
@given(st.one_of(st.integers(1, 12), st.sampled_from([50, 200])), widths)
def test_shift_matrix_moves_positions(student: Student, k: int, d: int) -> None:
    """PE(p) times the matrix is PE(p + k), with one matrix for every p."""
    matrix = shift(student, k, d)
    position = torch.tensor([0, 1, 2, 3, 5, 8, 100, 1000])
    message = f"PE(p) @ shift_matrix({k}, {d}) should be PE(p + {k}) for p = {position.tolist()}"
    moved = encoded(position, d) @ matrix
    expect_close(moved, encoded(position + k, d), 2 * rounding(k), message, "PE(p) @ shift_matrix")


@after(shift_reacts)
@settings(max_examples=20)
@given(st.integers(1, 12), widths)
def test_shift_matrix_steps_back(student: Student, k: int, d: int) -> None:
    """A negative k steps back: the cosines on the diagonal stay, the sines beside it change their sign."""
    forth, back = shift(student, k, d), shift(student, -k, d)
    flipped = torch.where(torch.eye(d, dtype=torch.bool), forth, -forth)
    message = f"shift_matrix({-k}, {d}) should be shift_matrix({k}, {d}) with the other sign off the diagonal"
    expect_close(back, flipped, rounding(k), message, f"shift_matrix({-k}, {d})")


@after(shift_reacts)
@settings(max_examples=10)
@given(widths)
def test_shift_matrix_zero_step_is_identity(student: Student, d: int) -> None:
    """A shift by 0 is the identity."""
    message = "a shift by 0 should be the identity"
    expect_close(shift(student, 0, d), torch.eye(d), 64 * EPS32, message, "matrix for k = 0")


@after(shift_reacts)
@settings(max_examples=15)
@given(st.integers(0, 9), widths)
def test_shift_matrix_shape_and_dtype(student: Student, k: int, d: int) -> None:
    """The matrix is a float32 tensor of shape (d, d)."""
    found = expect_tensor(student.shift_matrix(k, d), (d, d), "the matrix")
    expect(found.dtype == torch.float32, f"the matrix should be of dtype torch.float32, but is {found.dtype}")


# ----------------------------------------------------------------------------------------- LearnedPositions

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


@settings(max_examples=15)
@given(st.integers(1, 9), st.integers(1, 9))
def test_learned_positions_parameter_count(student: Student, max_len: int, d: int) -> None:
    """There are max_len · d trainable parameters, and no others."""
    parameters = learned(student, max_len, d).named_parameters()
    count = sum(parameter.numel() for parameter in parameters.values())
    shapes = {name: tuple(parameter.shape) for name, parameter in parameters.items()}
    should = f"LearnedPositions({max_len}, {d}) should have {max_len * d} trainable parameters"
    expect(count == max_len * d, f"{should}, but has {count}: {shapes}")


@settings(max_examples=15)
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


@settings(max_examples=15)
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
        kind = error.raised.kind
        expect(kind == "ValueError", f"a sequence longer than the table should raise ValueError, not {kind}")
    else:
        raise Unmet(f"a sequence of {max_len + more} should raise ValueError: the table has {max_len} rows")


@settings(max_examples=20)
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


@settings(max_examples=15)
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


def expect_unchanged(function: str, before: Tensor, after: Any) -> None:
    """Raise Unmet unless the argument x of a call is what it was."""
    unchanged = isinstance(after, Tensor) and torch.equal(before, after)
    expect(unchanged, f"{function} should not change x", ("x before", before), ("x after", after))


# ----------------------------------------------------------------------------------------------------- rope

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
@settings(max_examples=20)
@given(sequences(min_T=3, min_pairs=2), st.sampled_from([100.0, 2.0]))
def test_rope_uses_base(student: Student, case: Any, base: float) -> None:
    """The base may be given by name, is 10000 where it is not given, and makes a difference."""
    x, _ = case
    usual = turned(student, x)
    named = expect_tensor(student.rope(x, base=10000.0), x.shape, "the result").double()
    expect_close(named, usual, allowed(x), "rope(x, base=10000.0) should be the same as rope(x)", "result")
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
@settings(max_examples=25)
@given(st.sampled_from([2, 3, 5, 9, 20, 700]), widths, bases, numbers)
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
@settings(max_examples=20)
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
    for B, T, d, base, t in ((2, 6, 4, 10000.0, 3), (1, 9, 8, 100.0, 8), (3, 4, 6, 2.0, 1), (2, 17, 10, 500000.0, 5)):
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


@after(rope_reacts)
@settings(max_examples=25)
@given(st.sampled_from([(), (1,), (2, 3), (3, 1), (2, 1, 3)]), sequences(), bases)
def test_rope_any_leading_axes(student: Student, leading: tuple[int, ...], case: Any, base: float) -> None:
    """Any leading axes work, none or several (batch, heads): each slice is turned by itself."""
    small, of = case
    x = of.normal(*leading, *small.shape[1:])
    flat = turned(student, x.reshape(-1, *small.shape[1:]), base)
    message = f"with leading axes {leading} each slice should be what it is in a plain batch"
    expect_close(turned(student, x, base), flat.reshape(x.shape), allowed(x), message, "result")


@after(rope_reacts)
@settings(max_examples=20)
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
@settings(max_examples=15)
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


# ----------------------------------------------------------------------------------------------- alibi_bias


def bias(student: Student, n_heads: int, T: int, *, finite: bool = True) -> Tensor:
    """The student's bias in float64, (h, T, T)."""
    return rearranged(student.alibi_bias(n_heads, T), (n_heads, T, T), "the bias", finite=finite)


def bias_reacts(student: Student) -> None:
    """The bias has to do with the distance. Where it hasn't, there is nothing to compare."""
    last = bias(student, 2, 4, finite=False)[:, -1]
    message = "keys at different distances should get different biases, but in the last row all are the same"
    expect(bool((last - last[:, :1]).abs().max() > 1e-3), message, ("last row of each head", last))


@settings(max_examples=20)
@given(st.integers(1, 9), st.integers(1, 9))
def test_alibi_bias_matches_formula(student: Student, n_heads: int, T: int) -> None:
    """In head i the last query's bias is −2^(−8i/h) times its distance from each key, i = 1 … h."""
    actual = bias(student, n_heads, T, finite=False)[:, -1]
    slope = 2.0 ** (-8 * torch.arange(1, n_heads + 1, dtype=torch.float64) / n_heads)
    distance = torch.arange(T - 1, -1, -1)
    message = "the last row of head i should be −2^(−8i/h) times the distance of each key, i = 1 … h"
    expect_close(actual, -slope[:, None] * distance, 64 * EPS32 * T, message, "last row of each head")


@after(bias_reacts)
@settings(max_examples=20)
@given(st.integers(1, 5), st.integers(2, 9))
def test_alibi_bias_depends_on_distance(student: Student, n_heads: int, T: int) -> None:
    """Pairs the same distance apart get the same bias, wherever they stand and whichever is first."""
    actual = bias(student, n_heads, T)
    distance = (torch.arange(T)[:, None] - torch.arange(T)).abs()
    expected = actual[:, -1].flip(-1)[:, distance]  # the last query is at distance 0, 1, 2 … from the keys
    message = "all pairs at one distance should have the bias that the last query has at that distance"
    expect_close(actual, expected, 64 * EPS32 * T * float(1 + actual.abs().max()), message, "bias")


@after(bias_reacts)
@settings(max_examples=15)
@given(st.integers(2, 9), st.integers(2, 6))
def test_alibi_bias_heads_differ(student: Student, n_heads: int, T: int) -> None:
    """Each head has a slope of its own."""
    slopes = bias(student, n_heads, T, finite=False)[:, -1, 0].abs().sort().values
    message = f"the {n_heads} heads should have {n_heads} different slopes"
    expect(bool((slopes.diff() > 1e-4).all()), message, ("bias of the last query and first key", slopes))


@after(bias_reacts)
@settings(max_examples=15)
@given(st.integers(1, 9), st.integers(1, 9))
def test_alibi_bias_shape_and_dtype(student: Student, n_heads: int, T: int) -> None:
    """The bias is a float32 tensor of shape (h, T, T)."""
    found = expect_tensor(student.alibi_bias(n_heads, T), (n_heads, T, T), "the bias", finite=False)
    expect(found.dtype == torch.float32, f"the bias should be of dtype torch.float32, but is {found.dtype}")
