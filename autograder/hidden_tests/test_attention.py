"""Criteria of the assignment `attention`.

One function is one criterion: its name without `test_` is the grade cell's id, the first line of its
docstring is what students and staff read. Where the formula is not the point, a criterion compares the
student's outputs with one another, so that one fault costs one criterion and not all of them.

Expected values come from PyTorch's own softmax and autograd in float64. Masks: True = may attend.
"""

import math
from typing import Any

import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor

from autograder.hidden_tests.drawing import Numbers, numbers, sizes
from autograder.hidden_tests.expectations import (
    Unmet,
    after,
    expect,
    expect_bool_tensor,
    expect_close,
    expect_number,
    expect_pair,
    expect_tensor,
)
from autograder.student import NotImplementedByStudent, Student, StudentRaised

# Graded code is written with tensor operations; the visible checks may use these.
FROM_SCRATCH = (
    "torch.nn.functional.scaled_dot_product_attention",
    "torch.nn.functional.multi_head_attention_forward",
    "torch._native_multi_head_attention",
    "torch.autograd.functional.jacobian",
    "torch.autograd.functional.jvp",
    "torch.autograd.functional.vjp",
    "torch.func.jacrev",
    "torch.func.jacfwd",
    "torch.func.jvp",
    "torch.func.vjp",
)

EPS32 = torch.finfo(torch.float32).eps


def tolerance(Q: Tensor, K: Tensor, dtype: torch.dtype = torch.float32) -> float:
    """Rounding allowed in a weight: 64 ulp, more for large scores, since exp turns an absolute error of a
    score, eps·|q||k|/√d_k, into a relative one of the weight."""
    largest = float(Q.double().norm(dim=-1).max() * K.double().norm(dim=-1).max()) / math.sqrt(Q.shape[-1])
    return 64 * torch.finfo(dtype).eps * (1 + largest)


def attend(student: Student, Q: Tensor, K: Tensor, V: Tensor, *mask: Tensor | None, finite: bool = True) -> Any:
    """The student's (out, weights) in float64, of the right shapes. What every criterion needs, and no more."""
    result = student.attention(Q, K, V, *mask)
    return checked(result, Q, K, V, finite=finite)


def checked(result: Any, Q: Tensor, K: Tensor, V: Tensor, *, finite: bool = True) -> tuple[Tensor, Tensor]:
    """A returned value as (out, weights) in float64 after its form was checked."""
    out, weights = expect_pair(result, ("out", "weights"), "attention")
    *leading, m, _ = Q.shape
    out = expect_tensor(out, (*leading, m, V.shape[-1]), "out", finite=finite)
    weights = expect_tensor(weights, (*leading, m, K.shape[-2]), "weights", finite=finite)
    return out.double(), weights.double()


@st.composite
def inputs(draw: st.DrawFn, min_keys: int = 1, min_batch: int = 1, scale: float = 1.0) -> tuple[Any, ...]:
    """Q (B, m, d_k), K (B, n, d_k), V (B, n, d_v) in float32, all sizes free, and the numbers for more."""
    B, m, d_k, d_v = draw(st.integers(min_batch, 4)), draw(sizes), draw(sizes), draw(sizes)
    n = draw(st.integers(min_keys, 5))
    of = draw(numbers)
    return of.normal(B, m, d_k, scale=scale), of.normal(B, n, d_k, scale=scale), of.normal(B, n, d_v), of


def some_mask(student: Student, of: Numbers, Q: Tensor, K: Tensor, V: Tensor) -> Tensor | None:
    """A mask (m, n) that forbids something to every query, for criteria that are not about masks.

    None where there is but one key to allow or the mask would be square, which hides swapped axes, and where
    the student's attention can't take the mask at all: the criteria about masks charge that, once.
    """
    if K.shape[1] in (1, Q.shape[1]):
        return None
    mask = of.mask(Q.shape[1], K.shape[1])
    try:
        attend(student, Q, K, V, mask)
    except (Unmet, StudentRaised):
        return None
    return mask


# ---------------------------------------------------------------------------------------------- soft_lookup


@st.composite
def lookups(draw: st.DrawFn) -> tuple[Tensor, Tensor, Tensor]:
    """A query (d,), keys (n, d) and values (n,) or (n, d_v)."""
    n, d, of = draw(sizes), draw(sizes), draw(numbers)
    shape = draw(st.sampled_from([(n,), (n, 1), (n, 3)]))
    return of.normal(d), of.normal(n, d), of.normal(*shape)


def look_up(student: Student, query: Tensor, keys: Tensor, values: Tensor, *sharpness: float) -> Any:
    """The student's (output, weights) in float64."""
    result = student.soft_lookup(query, keys, values, *sharpness)
    output, weights = expect_pair(result, ("output", "weights"), "soft_lookup")
    output = expect_tensor(output, values.shape[1:], "output")
    return output.double(), expect_tensor(weights, keys.shape[:1], "weights").double()


@settings(max_examples=25)
@given(lookups())
def test_soft_lookup_matches_formula(student: Student, case: tuple[Tensor, Tensor, Tensor]) -> None:
    """The weights are softmax(keys · query), and the output is the weighted average of the values."""
    query, keys, values = case
    output, weights = look_up(student, query, keys, values)
    expected = (keys.double() @ query.double()).softmax(0)
    allowed = tolerance(query[None], keys)  # has no √d_k in it, so it is smaller than it could be
    message = "with sharpness 1 the weights should be the softmax of the scores keys · query"
    expect_close(weights, expected, allowed * math.sqrt(len(query)), message, "weights")
    average = torch.tensordot(weights, values.double(), dims=1)
    message = "the output should be the average of the values, weighted with the weights that you return"
    expect_close(output, average, 64 * EPS32 * (1 + float(values.abs().max())), message, "output")


@settings(max_examples=25)
@given(lookups(), st.sampled_from([0.1, 0.5, 2.0, 5.0]))
def test_soft_lookup_sharpness_scales_scores(student: Student, case: Any, sharpness: float) -> None:
    """A sharpness multiplies the scores before the softmax: it is the same as a query that many times as long."""
    query, keys, values = case
    _, sharp = look_up(student, query, keys, values, sharpness)
    _, scaled = look_up(student, query * sharpness, keys, values)
    allowed = sharpness * tolerance(query[None], keys) * math.sqrt(len(query)) + 64 * EPS32
    message = f"sharpness={sharpness} should give the weights that the query times {sharpness} gives"
    expect_close(sharp, scaled, allowed, message, "weights")


@settings(max_examples=25)
@given(lookups(), st.sampled_from([0.1, 1.0, 200.0]))
def test_soft_lookup_weights_sum_to_one(student: Student, case: Any, scale: float) -> None:
    """The weights are not negative and sum to 1, however large the scores are."""
    query, keys, values = case
    _, weights = look_up(student, query * scale, keys, values)
    expect_distribution(weights, 64 * EPS32, "the weights")


def expect_distribution(weights: Tensor, allowed: float, what: str) -> None:
    """Raise Unmet unless the last axis is non-negative and sums to 1 within `allowed`."""
    expect(bool((weights >= 0).all()), f"{what} should not be negative", ("your weights", weights))
    sums = weights.sum(-1)
    message = f"{what} should sum to 1 over the keys (the last axis)"
    if not bool(((sums - 1).abs() <= allowed).all()):
        raise Unmet(message, (("your weights", weights), ("their sums", sums)))


# ------------------------------------------------------------------------------------------------ attention


def attention_reacts(student: Student) -> None:
    """Some weight and some output differ from the others. In zeros or plain averages there is nothing to compare."""
    of = Numbers(1)
    Q, K, V = of.normal(2, 3, 2), of.normal(2, 4, 2), of.normal(2, 4, 1)
    out, weights = attend(student, Q, K, V)
    for name, values in (("the weights", weights), ("the outputs", out)):
        message = f"different queries and keys should make a difference, but {name} are all the same"
        expect(bool(values.max() - values.min() > 1e-3), message, (name, values))


@settings(max_examples=40)
@given(inputs(), st.sampled_from([1.0, 0.1, 3.0]))
def test_attention_matches_formula(student: Student, case: Any, scale: float) -> None:
    """Without a mask the weights are softmax(QKᵀ / √d_k), each row by itself."""
    Q, K, V, _ = case
    Q, K = Q * scale, K * scale
    _, weights = attend(student, Q, K, V)
    expected = (Q.double() @ K.double().mT / math.sqrt(Q.shape[-1])).softmax(-1)
    expect_close(
        weights,
        expected,
        tolerance(Q, K),
        "without a mask the weights should be softmax(QKᵀ / √d_k) over the keys",
        "weights",
    )


@after(attention_reacts)
@settings(max_examples=40)
@given(inputs(min_keys=2), st.booleans())
def test_attention_mask_blocks(student: Student, case: Any, per_batch: bool) -> None:
    """A mask takes forbidden keys out of the softmax: they get weight 0, the allowed ones share the rest."""
    Q, K, V, of = case
    B, m, n = Q.shape[0], Q.shape[1], K.shape[1]
    mask = of.mask(B, m, n) if per_batch else of.mask(m, n)
    _, free = attend(student, Q, K, V)
    _, masked = attend(student, Q, K, V, mask)
    forbidden = ~mask.expand(B, m, n)
    share = free.masked_fill(forbidden, 0)
    total = share.sum(-1, keepdim=True)
    # Dividing by a small share magnifies its rounding error. One near 0 can't be judged from.
    judged = total > 0.01
    expect(
        bool((masked[forbidden & judged] == 0).all()),
        "keys where the mask is False should get weight exactly 0 (True = may attend)",
        ("your weights", masked),
    )
    expected = torch.where(judged, share / total, masked)
    message = "the allowed keys should share the weight 1 in the same proportions as without the mask"
    expect_close(masked, expected, 100 * tolerance(Q, K), message, "weights")


@after(attention_reacts)
@settings(max_examples=40)
@given(inputs(min_keys=2, min_batch=2), st.sampled_from(["n", "1n", "mn", "1mn", "B1n"]))
def test_attention_mask_broadcasts(student: Student, case: Any, kind: str) -> None:
    """A mask of any shape that broadcasts to (…, m, n) acts like the same mask written out in full."""
    Q, K, V, of = case
    B, m, n = Q.shape[0], Q.shape[1], K.shape[1]
    shape = {"n": (n,), "1n": (1, n), "mn": (m, n), "1mn": (1, m, n), "B1n": (B, 1, n)}[kind]
    mask = of.mask(*shape)
    _, short = attend(student, Q, K, V, mask)
    _, full = attend(student, Q, K, V, mask.expand(B, m, n).contiguous())
    message = f"a mask of shape {shape} should act like the same mask expanded to {(B, m, n)}"
    expect_close(short, full, tolerance(Q, K), message, "weights")


@after(attention_reacts)
@settings(max_examples=25)
@given(inputs())
def test_attention_full_mask_is_no_mask(student: Student, case: Any) -> None:
    """A mask that is True everywhere, mask=None and no mask at all give the same."""
    Q, K, V, _ = case
    out, weights = attend(student, Q, K, V)
    for mask, name in (
        (None, "mask=None"),
        (torch.ones(Q.shape[1], K.shape[1], dtype=torch.bool), "an all-True mask"),
    ):
        other_out, other = attend(student, Q, K, V, mask)
        message = f"{name} should give the same as no mask"
        expect_close(other, weights, tolerance(Q, K), message, "weights")
        expect_close(other_out, out, tolerance(Q, K) * (1 + float(V.abs().max())), message, "out")


def effective_zeros(weights: Tensor, mask: Tensor) -> Tensor:
    """Keys (n,) that the student's mask took out for every query of every batch entry: weight below 1e-3.

    Reading them off the student's own weights, an inverted mask is charged once, by `mask_blocks`.
    """
    zeros = (weights < 1e-3).flatten(0, -2).all(0)
    expect(
        bool(zeros.any()),
        "the mask forbids some keys, but no key lost its weight",
        ("mask", mask),
        ("your weights", weights),
    )
    return zeros


@after(attention_reacts)
@settings(max_examples=25)
@given(inputs(min_keys=2), st.sampled_from([300.0, 1e2, 3e4]))
def test_attention_forbidden_weight_is_zero(student: Student, case: Any, size: float) -> None:
    """Forbidden keys get weight exactly 0 even if their scores are enormous and the allowed ones very negative."""
    Q, K, V, of = case
    mask = of.mask(K.shape[1]).expand(Q.shape[1], -1).contiguous()
    _, usual = attend(student, Q * 0.1, K, V, mask)
    zeros = effective_zeros(usual, mask)
    # All queries point along one direction; forbidden keys along it, allowed keys against it.
    direction = torch.nn.functional.normalize(torch.ones(Q.shape[-1]), dim=0)
    length = math.sqrt(size * math.sqrt(Q.shape[-1]))  # then every score is ±size
    queries = (length * direction).expand(Q.shape).contiguous()
    keys = (torch.where(zeros, length, -length)[:, None] * direction).expand(K.shape).contiguous()
    _, weights = attend(student, queries, keys, V, mask)
    expect(
        bool((weights[..., zeros] == 0).all()),
        f"forbidden keys should get weight exactly 0, also where their scores are about {size:g} "
        f"and the allowed ones about {-size:g}",
        ("your weights", weights),
    )
    message = "the allowed keys should keep the whole weight, however large the forbidden scores are"
    expect_close(weights.sum(-1), usual.sum(-1), 64 * EPS32 * (1 + size / 100), message, "row sums")


@after(attention_reacts)
@settings(max_examples=25)
@given(inputs(min_keys=2))
def test_attention_forbidden_keys_have_no_influence(student: Student, case: Any) -> None:
    """What stands in a forbidden key and its value changes nothing."""
    Q, K, V, of = case
    mask = of.mask(K.shape[1]).expand(Q.shape[1], -1).contiguous()
    out, weights = attend(student, Q, K, V, mask)
    zeros = effective_zeros(weights, mask)
    # Zeros stand for weights below 1e-3; a value of 300 would show through any that is not exactly 0.
    other_K = torch.where(zeros[:, None], of.normal(*K.shape, scale=3.0), K)
    other_V = torch.where(zeros[:, None], 300 + of.normal(*V.shape), V)
    other_out, other = attend(student, Q, other_K, other_V, mask)
    message = "other numbers in the keys and values that the mask forbids should change nothing"
    allowed = 4 * tolerance(Q, torch.where(zeros[:, None], torch.zeros(()), K))
    expect_close(other, weights, allowed, message, "weights")
    largest = float(torch.where(zeros[:, None], torch.zeros(()), V).abs().max())
    expect_close(other_out, out, allowed * (1 + largest), message, "out")


@after(attention_reacts)
@settings(max_examples=25)
@given(inputs(min_keys=2))
def test_attention_blocked_row_spares_others(student: Student, case: Any) -> None:
    """A query that may attend to nothing does not spoil the rows of the other queries."""
    Q, K, V, of = case
    Q = torch.cat([Q, of.normal(Q.shape[0], 1, Q.shape[2])], dim=1)  # at least two queries
    mask = of.mask(Q.shape[1], K.shape[1])
    out, weights = attend(student, Q, K, V, mask)
    blocked = mask.clone()
    blocked[-1] = False
    other_out, other = attend(student, Q, K, V, blocked, finite=False)
    message = "the rows of the other queries should not change when the last query is masked out entirely"
    expect_close(other[:, :-1], weights[:, :-1], tolerance(Q, K), message, "weights of the other rows")
    allowed = tolerance(Q, K) * (1 + float(V.abs().max()))
    expect_close(other_out[:, :-1], out[:, :-1], allowed, message, "out of the other rows")


@after(attention_reacts)
@settings(max_examples=25)
@given(inputs(), st.booleans())
def test_attention_rows_sum_to_one(student: Student, case: Any, masked: bool) -> None:
    """Each row of the weights is a distribution over the keys: no weight below 0, and a sum of 1."""
    Q, K, V, of = case
    mask = some_mask(student, of, Q, K, V) if masked else None
    _, weights = attend(student, Q, K, V, mask)
    expect_distribution(weights, tolerance(Q, K), "each row of the weights")


@after(attention_reacts)
@settings(max_examples=25)
@given(inputs(), st.booleans())
def test_attention_output_is_weighted_values(student: Student, case: Any, masked: bool) -> None:
    """The output is the returned weights times V."""
    Q, K, V, of = case
    mask = some_mask(student, of, Q, K, V) if masked else None
    out, weights = attend(student, Q, K, V, mask)
    allowed = 64 * EPS32 * (1 + float(V.abs().max())) * (1 + float(weights.abs().max()))
    message = "out should be the weights that you return times V"
    expect_close(out, weights @ V.double(), allowed, message, "out")


@after(attention_reacts)
@settings(max_examples=25)
@given(inputs(min_keys=2), st.sampled_from([torch.float64, torch.float32]))
def test_attention_huge_scores_stay_right(student: Student, case: Any, dtype: torch.dtype) -> None:
    """A constant added to all scores of a query changes no weight, not even a constant beyond exp's range."""
    Q, K, V, of = case
    # Queries ±1 along the first axis, where all keys get the same large number: rows shift up or down.
    signs = torch.where(torch.rand(Q.shape[:2], generator=of.generator) < 0.5, -1.0, 1.0)
    Q = torch.cat([signs[..., None], Q], -1).to(dtype)
    size = (2000 if dtype == torch.float64 else 200) * math.sqrt(Q.shape[-1])
    level = torch.cat([torch.zeros(*K.shape[:2], 1), K], -1).to(dtype)
    raised = level + size * torch.nn.functional.one_hot(torch.tensor(0), Q.shape[-1])
    _, expected = attend(student, Q, level, V.to(dtype))
    _, weights = attend(student, Q, raised.to(dtype), V.to(dtype))
    message = "adding one number to all scores of a query should not change its weights, however large it is"
    # In float32 terms for both: this is about overflow, which makes errors of size 1, not about precision.
    expect_close(weights, expected, 64 * EPS32 * (1 + size), message, "weights")


@after(attention_reacts)
@settings(max_examples=15)
@given(inputs(), st.booleans())
def test_attention_gradients(student: Student, case: Any, masked: bool) -> None:
    """Gradients reach Q, K and V and agree with finite differences of your own forward pass."""
    Q, K, V, of = case
    Q, K, V = Q.double(), K.double(), V.double()
    mask = some_mask(student, of, Q, K, V) if masked else None
    cotangent = of.normal(Q.shape[0], Q.shape[1], V.shape[-1], dtype=torch.float64)
    gradients = student.attention.gradients(Q, K, V, mask, wrt=(0, 1, 2), cotangents=(cotangent, None))
    for position, (name, gradient) in enumerate(zip("QKV", gradients, strict=True)):
        if gradient is None:
            raise Unmet(f"no gradient reaches {name}: something cuts it off from the output")
        gradient = expect_tensor(gradient, (Q, K, V)[position].shape, f"the gradient of {name}").double()
        step = of.normal(*gradient.shape, dtype=torch.float64)
        ends = []
        for sign in (1, -1):
            moved = [Q, K, V]
            moved[position] = moved[position] + sign * 1e-2 * step
            ends.append((attend(student, *moved, mask)[0] * cotangent).sum())
        slope = (ends[0] - ends[1]) / 2e-2
        # Central differences are wrong by about h²/6 times a third derivative; a missing path is of size 1.
        allowed = 5e-3 * (1 + float(gradient.abs().sum() * step.abs().max()))
        message = f"the gradient of {name} should agree with how the output really changes with {name}"
        expect_close((gradient * step).sum(), slope, allowed, message, f"gradient of {name}, along one direction")


@after(attention_reacts)
@settings(max_examples=20)
@given(inputs(), st.sampled_from([torch.float32, torch.float64]))
def test_attention_keeps_shape_and_dtype(student: Student, case: Any, dtype: torch.dtype) -> None:
    """out is (…, m, d_v) and weights (…, m, n), both in the dtype of the inputs."""
    Q, K, V = (tensor.to(dtype) for tensor in case[:3])
    result = student.attention(Q, K, V)
    checked(result, Q, K, V)
    for name, tensor in zip(("out", "weights"), result, strict=True):
        expect(tensor.dtype == dtype, f"{name} should keep the inputs' dtype {dtype}, but is {tensor.dtype}")


@after(attention_reacts)
@settings(max_examples=40)
@given(st.sampled_from([(), (1,), (3,), (2, 3), (1, 2), (2, 1, 3)]), inputs(min_keys=2), st.booleans())
def test_attention_any_leading_axes(student: Student, leading: tuple[int, ...], case: Any, masked: bool) -> None:
    """Any leading axes work, none or several (batch, heads): each slice is attention by itself."""
    Q, K, V, of = case
    m, d_k, d_v = Q.shape[1], Q.shape[2], V.shape[2]
    n = m + 1  # never square: that would hide swapped axes
    Q, K, V = of.normal(*leading, m, d_k), of.normal(*leading, n, d_k), of.normal(*leading, n, d_v)
    full = (*leading, m, n)
    # As padding masks come: one per entry of the first axis, the same for all heads.
    mask = of.mask(*leading[:1], *(1 for _ in leading[1:]), m, n) if masked else None
    if some_mask(student, of, of.normal(2, m, d_k), of.normal(2, n, d_k), of.normal(2, n, d_v)) is None:
        mask = None  # where masks don't work at all, the criteria about masks charge it
    out, weights = attend(student, Q, K, V, mask)
    flat = [tensor.reshape(-1, *tensor.shape[-2:]) for tensor in (Q, K, V)]
    flat_mask = None if mask is None else mask.expand(full).reshape(-1, m, n).contiguous()
    flat_out, flat_weights = attend(student, *flat, flat_mask)
    message = f"with leading axes {leading} each slice should be what it is alone"
    expect_close(weights, flat_weights.reshape(full), tolerance(Q, K), message, "weights")
    allowed = tolerance(Q, K) * (1 + float(V.abs().max()))
    expect_close(out, flat_out.reshape(out.shape), allowed, message, "out")


@after(attention_reacts)
@settings(max_examples=25)
@given(inputs(min_batch=2, min_keys=2), st.booleans())
def test_attention_batch_entries_are_independent(student: Student, case: Any, masked: bool) -> None:
    """Each entry of a batch gives the same alone as among the others."""
    Q, K, V, of = case
    mask = some_mask(student, of, Q, K, V) if masked else None
    mask = None if mask is None else mask.expand(Q.shape[0], *mask.shape).contiguous()
    out, weights = attend(student, Q, K, V, mask)
    b = int(torch.randint(Q.shape[0], (), generator=of.generator))
    one = slice(b, b + 1)
    alone_out, alone = attend(student, Q[one], K[one], V[one], None if mask is None else mask[one])
    message = f"batch entry {b} should give the same alone as in the batch of {Q.shape[0]}"
    expect_close(alone, weights[one], tolerance(Q, K), message, "weights of that entry alone")
    expect_close(alone_out, out[one], tolerance(Q, K) * (1 + float(V.abs().max())), message, "out of that entry alone")


@after(attention_reacts)
@settings(max_examples=25)
@given(inputs(min_keys=2), st.booleans())
def test_attention_permutations(student: Student, case: Any, masked: bool) -> None:
    """Other orders of queries or keys only reorder rows or columns: attention knows no positions."""
    Q, K, V, of = case
    mask = some_mask(student, of, Q, K, V) if masked else None
    rows, columns = of.permutation(Q.shape[1]), of.permutation(K.shape[1])
    out, weights = attend(student, Q, K, V, mask)
    moved_mask = None if mask is None else mask[rows][:, columns]
    moved_out, moved = attend(student, Q[:, rows], K[:, columns], V[:, columns], moved_mask)
    message = "in another order of the queries and keys, every pair should keep its weight"
    expect_close(moved, weights[:, rows][:, :, columns], tolerance(Q, K), message, "weights")
    allowed = tolerance(Q, K) * (1 + float(V.abs().max()))
    expect_close(moved_out, out[:, rows], allowed, message, "out")


@after(attention_reacts)
@settings(max_examples=20)
@given(inputs(min_keys=2), st.booleans())
def test_attention_any_memory_layout(student: Student, case: Any, masked: bool) -> None:
    """Transposed, strided and expanded inputs give the same as their contiguous copies."""
    Q, K, V, of = case
    mask = some_mask(student, of, Q, K, V) if masked else None
    mask = None if mask is None else mask.mT.contiguous().mT  # a transposed view too
    transposed = Q.transpose(0, 2).contiguous().transpose(0, 2)
    strided = torch.stack([K, of.normal(*K.shape)], dim=-1).flatten(-2)[..., ::2]
    expanded = V[:1].expand(V.shape)
    expect_same_as_copies(student, (transposed, strided, expanded), mask)
    # Heads split off the last axis and moved forward: (B, h, T, d) as a view of (B, T, h, d).
    heads = [of.normal(x.shape[0], x.shape[1], 2, x.shape[2]).transpose(1, 2) for x in (Q, K, V)]
    try:
        attend(student, *(view.contiguous() for view in heads))
    except (Unmet, StudentRaised):
        return  # four axes don't work at all, which another criterion charges
    expect_same_as_copies(student, (heads[0], heads[1], heads[2]), None)


def expect_same_as_copies(student: Student, views: tuple[Tensor, Tensor, Tensor], mask: Tensor | None) -> None:
    """Raise Unmet unless views give what their contiguous copies give."""
    Q, K, V = (view.contiguous() for view in views)
    out, weights = attend(student, Q, K, V, None if mask is None else mask.contiguous())
    other_out, other = attend(student, *views, mask)
    message = "inputs that are views of other tensors should give the same as copies of them"
    expect_close(other, weights, tolerance(Q, K), message, "weights")
    expect_close(other_out, out, tolerance(Q, K) * (1 + float(V.abs().max())), message, "out")


@after(attention_reacts)
@settings(max_examples=20)
@given(inputs(min_keys=2), st.booleans())
def test_attention_leaves_inputs_alone(student: Student, case: Any, masked: bool) -> None:
    """Q, K, V and the mask are the same after the call as before, so a second call gives the same."""
    Q, K, V, of = case
    mask = some_mask(student, of, Q, K, V) if masked else None
    observed = student.attention.observed(Q, K, V, mask, repeats=2)
    first, second = (checked(value, Q, K, V)[1] for value in observed.values)
    expect(bool(torch.equal(first, second)), "a second call with the same arguments should give the same weights")
    for name, before, later in zip(("Q", "K", "V", "mask"), (Q, K, V, mask), observed.arguments, strict=True):
        if before is not None:
            unchanged = isinstance(later, Tensor) and torch.equal(before, later)
            expect(unchanged, f"attention should not change {name}", ("before", before), ("after", later))
    if mask is not None:
        blocked = mask.clone()
        blocked[0] = False  # a tempting row to repair in place
        try:
            later = student.attention.observed(Q, K, V, blocked, repeats=1).arguments[3]
        except StudentRaised:
            return  # charged by the criterion about blocked rows
        unchanged = isinstance(later, Tensor) and torch.equal(blocked, later)
        expect(unchanged, "attention should not change the mask", ("before", blocked), ("after", later))


@after(attention_reacts)
@settings(max_examples=15)
@given(inputs())
def test_attention_is_deterministic(student: Student, case: Any) -> None:
    """No randomness: the same result under another seed, and PyTorch's generator is not touched."""
    Q, K, V, _ = case
    _, first = attend(student, Q, K, V)
    observed = student.attention.seeded(1).observed(Q, K, V, repeats=1)
    _, second = checked(observed.values[0], Q, K, V)
    expect_close(second, first, 0.0, "the result should not depend on the random seed", "weights")
    expect(
        not observed.rng_moved,
        "attention should not touch PyTorch's random generator (no seeding, no drawing)",
    )


# ---------------------------------------------------------------------------------------------------- masks


@settings(max_examples=10)
@given(st.integers(1, 8))
def test_causal_mask_allows_past_and_present(student: Student, T: int) -> None:
    """Query t may attend to keys 0 … t: True on and below the diagonal, False above."""
    mask = expect_tensor(student.causal_mask(T), (T, T), "the mask", finite=False)
    expected = torch.ones(T, T).tril().bool()
    expect(
        bool((mask.bool() == expected).all()) and bool(((mask == 0) | (mask == 1)).all()),
        f"causal_mask({T}) should be True exactly where the key is not after the query",
        ("your mask", mask),
        ("expected", expected),
    )


@settings(max_examples=10)
@given(st.integers(1, 8))
def test_causal_mask_is_boolean_square(student: Student, T: int) -> None:
    """The mask is a boolean tensor of shape (T, T)."""
    expect_bool_tensor(student.causal_mask(T), (T, T), "the mask")


@st.composite
def padded_lengths(draw: st.DrawFn) -> tuple[Tensor, int]:
    """Lengths (B,) from 0 to T, and T; B differs from T now and then."""
    T = draw(st.integers(1, 7))
    return torch.tensor(draw(st.lists(st.integers(0, T), min_size=1, max_size=4))), T


@settings(max_examples=20)
@given(padded_lengths())
def test_padding_mask_marks_real_tokens(student: Student, case: tuple[Tensor, int]) -> None:
    """Entry b is True for its first lengths[b] positions and False for the padding after them."""
    lengths, T = case
    mask = expect_tensor(student.padding_mask(lengths, T), None, "the mask", finite=False)
    expected = torch.arange(T) < lengths[:, None]
    expect(
        mask.numel() == expected.numel(),
        f"the mask should have one entry for each of {len(lengths)} sequences and {T} positions, "
        f"but has the shape {tuple(mask.shape)}",
    )
    expect(
        bool((mask.reshape(expected.shape) == expected).all()),
        "the mask should be True exactly for the first lengths[b] positions",
        ("your mask", mask),
        ("expected", expected),
    )


@settings(max_examples=20)
@given(padded_lengths())
def test_padding_mask_broadcasts_over_queries(student: Student, case: tuple[Tensor, int]) -> None:
    """The mask is boolean and of shape (B, 1, T), so that one row serves all queries."""
    lengths, T = case
    expect_bool_tensor(student.padding_mask(lengths, T), (len(lengths), 1, T), "the mask")


@st.composite
def masks(draw: st.DrawFn) -> Tensor:
    """Boolean masks of one to three axes."""
    shape = draw(st.lists(sizes, min_size=1, max_size=3))
    return torch.rand(shape, generator=draw(numbers).generator) < 0.5


@settings(max_examples=20)
@given(masks())
def test_to_blocked_inverts(student: Student, mask: Tensor) -> None:
    """True becomes False and False True: the other API marks what is blocked."""
    blocked = expect_tensor(student.to_blocked(mask), mask.shape, "the result", finite=False)
    expect(
        bool(((blocked != 0) == ~mask).all()),
        "the result should be True exactly where the mask is False",
        ("mask", mask),
        ("your result", blocked),
    )


@settings(max_examples=20)
@given(masks())
def test_to_blocked_leaves_mask_alone(student: Student, mask: Tensor) -> None:
    """The result is a new boolean tensor; the mask passed in keeps its values."""
    observed = student.to_blocked.observed(mask, repeats=1)
    expect_bool_tensor(observed.values[0], mask.shape, "the result")
    later = observed.arguments[0]
    unchanged = isinstance(later, Tensor) and torch.equal(mask, later)
    expect(unchanged, "to_blocked should not change the mask it is given", ("before", mask), ("after", later))


# ------------------------------------------------------------------------------------------ softmax_jacobian


def rows_of_weights(of: Numbers, *shape: int) -> Tensor:
    """Softmax rows of float32 scores."""
    return of.normal(*shape).softmax(-1)


def jacobian(student: Student, weights: Tensor) -> Tensor:
    """The student's Jacobian in float64, of shape (…, n, n)."""
    n = weights.shape[-1]
    return expect_tensor(student.softmax_jacobian(weights), (*weights.shape, n), "the Jacobian").double()


def both_jacobians(student: Student, n: int, of: Numbers) -> tuple[Tensor, Tensor]:
    """The student's Jacobian and autograd's, for one row of weights.

    The row goes in as a batch of one: what leading axes do is another criterion.
    """
    scores = of.normal(n, dtype=torch.float64)
    expected = torch.func.jacrev(lambda s: s.softmax(-1))(scores)
    return jacobian(student, scores.softmax(-1).float()[None])[0], expected


@settings(max_examples=20)
@given(st.integers(2, 5), numbers)
def test_softmax_jacobian_diagonal(student: Student, n: int, of: Numbers) -> None:
    """Entry [i, i] is how weight i changes with its own score."""
    actual, expected = both_jacobians(student, n, of)
    message = "the diagonal should hold ∂α_i/∂s_i"
    expect_close(actual.diagonal(), expected.diagonal(), 64 * EPS32, message, "diagonal")


@settings(max_examples=20)
@given(st.integers(2, 5), numbers)
def test_softmax_jacobian_off_diagonal(student: Student, n: int, of: Numbers) -> None:
    """Entry [i, j] is how weight i changes with another score j."""
    actual, expected = both_jacobians(student, n, of)
    others = ~torch.eye(n, dtype=torch.bool)
    message = "off the diagonal the Jacobian should hold ∂α_i/∂s_j"
    expect_close(actual[others], expected[others], 64 * EPS32, message, "entries off the diagonal, row by row")


@settings(max_examples=20)
@given(st.sampled_from([(), (3,), (1,), (2, 3)]), st.integers(2, 4), numbers)
def test_softmax_jacobian_any_leading_axes(student: Student, leading: tuple[int, ...], n: int, of: Numbers) -> None:
    """Weights of shape (…, n) give a Jacobian of shape (…, n, n), one for each row."""
    weights = rows_of_weights(of, *leading, n)
    actual = jacobian(student, weights)
    each = torch.stack([jacobian(student, row[None])[0] for row in weights.reshape(-1, n)])
    message = f"with leading axes {leading} each row should have the Jacobian that it has alone"
    expect_close(actual, each.reshape(actual.shape), 64 * EPS32, message, "Jacobian")


# ----------------------------------------------------------------------------------------------- score_stats

SAMPLES, KEYS = 2000, 8


def measured(d_k: int, of: Numbers) -> dict[str, float]:
    """The statistics from twice as many samples of our own, in float32 as the chapter's table has them."""
    q = torch.randn(2 * SAMPLES, 1, d_k, generator=of.generator)
    k = torch.randn(2 * SAMPLES, KEYS, d_k, generator=of.generator)
    raw = (q @ k.mT).squeeze(1)
    stats = {"score_std": float(raw.std())}
    for name, scores in (("", raw), ("_scaled", raw / math.sqrt(d_k))):
        weights = scores.softmax(-1)
        derivative = weights.diag_embed() - weights[..., :, None] * weights[..., None, :]
        stats["max_weight" + name] = float(weights.amax(-1).mean())
        stats["jacobian_norm" + name] = float(derivative.norm(dim=(-2, -1)).mean())
    return stats


def statistic(student: Student, d_k: int, key: str) -> float:
    """One of the student's statistics."""
    stats: Any = student.score_stats(d_k, SAMPLES, KEYS)
    if not isinstance(stats, dict) or key not in stats:
        raise Unmet(f"score_stats should return a dict with the key {key!r}")
    return expect_number(stats[key], f"{key} for d_k={d_k}")


def expect_statistic(student: Student, d_k: int, of: Numbers, key: str, allowed: float) -> None:
    """Raise Unmet unless the student's statistic is ours within `allowed` times its size.

    Both are means over thousands of samples with a relative standard error of at most about 1 %,
    so five of them are exceeded by chance once in a million draws.
    """
    actual = statistic(student, d_k, key)
    expected = measured(d_k, of)[key]
    if not abs(actual - expected) <= allowed * expected:
        message = f"{key} for d_k={d_k} should be about {expected:.3g}"
        raise Unmet(message, ((f"your {key}", actual), ("expected, about", expected)))


head_sizes = st.sampled_from([4, 16, 64])


@settings(max_examples=3)
@given(head_sizes, numbers)
def test_score_stats_score_std(student: Student, d_k: int, of: Numbers) -> None:
    """score_std is the standard deviation of the raw scores: about √d_k."""
    expect_statistic(student, d_k, of, "score_std", 0.06)


@settings(max_examples=3)
@given(head_sizes, numbers)
def test_score_stats_max_weight(student: Student, d_k: int, of: Numbers) -> None:
    """max_weight is the mean largest weight for the raw scores."""
    expect_statistic(student, d_k, of, "max_weight", 0.08)


@settings(max_examples=3)
@given(head_sizes, numbers)
def test_score_stats_jacobian_norm(student: Student, d_k: int, of: Numbers) -> None:
    """jacobian_norm is the mean Frobenius norm of the softmax Jacobian for the raw scores."""
    expect_statistic(student, d_k, of, "jacobian_norm", 0.15)


@settings(max_examples=2)
@given(st.just(64))
def test_score_stats_scaling(student: Student, d_k: int) -> None:
    """Divided by √d_k, the scores give the same statistics at every width."""
    # A relation, since wrong statistics as such are charged where the raw scores are.
    for key in ("max_weight_scaled", "jacobian_norm_scaled"):
        narrow, wide = (statistic(student, width, key) for width in (16, d_k))
        message = f"{key} should hardly differ between d_k=16 and d_k={d_k}"
        expect(abs(narrow - wide) <= 0.1 * abs(wide), message, ("your values", [narrow, wide]))


# -------------------------------------------------------------------------------------------- by hand


def answers(student: Student, name: str, keys: dict[str, int]) -> list[float]:
    """The numbers of a by-hand exercise, `keys` says how many each key holds."""
    given_answers = student.value(name)
    if not isinstance(given_answers, dict):
        raise Unmet(f"{name} should stay a dict")
    values: list[float] = []
    for key, count in keys.items():
        value = given_answers.get(key)
        entries = (
            list(value) if isinstance(value, list) or (isinstance(value, Tensor) and value.dim() == 1) else [value]
        )
        if len(entries) != count:
            raise Unmet(f"{name}[{key!r}] should hold {count} numbers")
        if any(entry is None for entry in entries):
            raise NotImplementedByStudent(f"{name}[{key!r}] is still to be answered")
        values += [expect_number(entry, f"{name}[{key!r}]") for entry in entries]
    return values


def expect_numbers(actual: list[float], expected: list[float], name: str, relative: float = 5e-3) -> None:
    """Raise Unmet unless the numbers agree to three significant digits, or to `relative`; 0 must be 0."""
    for theirs, ours in zip(actual, expected, strict=True):
        if not abs(theirs - ours) <= relative * abs(ours) + 1e-9:
            raise Unmet(f"{name}: {theirs:g} is not right (numbers are compared to three digits)")


def test_exercise_1_scores(student: Student) -> None:
    """The scaled scores of exercise 1."""
    values = answers(student, "exercise_1", {"scaled_scores": 2})
    expect_numbers(values, [2 / math.sqrt(2), 0.0], "scaled_scores")


def test_exercise_1_weights(student: Student) -> None:
    """The weights are the softmax of the scores that stand there, right or wrong."""
    *scores, first, second = answers(student, "exercise_1", {"scaled_scores": 2, "weights": 2})
    expected = torch.tensor(scores, dtype=torch.float64).softmax(0).tolist()
    expect_numbers([first, second], expected, "weights")


def test_exercise_1_output(student: Student) -> None:
    """The outputs follow from the weights and scores that stand there, right or wrong."""
    keys = {"scaled_scores": 2, "weights": 2, "output": 1, "output_sharp": 1}
    a, b, first, second, output, sharp = answers(student, "exercise_1", keys)
    long = torch.tensor([10 * a, 10 * b], dtype=torch.float64).softmax(0).tolist()
    # A difference of two rounded weights: half a percent of each shows in it as up to two.
    expect_numbers([output], [10 * first - 10 * second], "output", relative=2e-2)
    expect_numbers([sharp], [10 * long[0] - 10 * long[1]], "output_sharp", relative=2e-2)


def test_exercise_2_divisor(student: Student) -> None:
    """The divisor that restores unit variance in exercise 2."""
    values = answers(student, "exercise_2", {"divisor": 1})
    expect_numbers(values, [2 * 2 * math.sqrt(64)], "divisor")
