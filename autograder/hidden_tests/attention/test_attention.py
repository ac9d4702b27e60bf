"""Criteria of `attention` that are not about what a mask forbids."""

import math
from collections.abc import Sequence
from typing import Any

import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor

from autograder.hidden_tests.attention.drawn import (
    EPS32,
    attend,
    attend_masked,
    attention_reacts,
    checked,
    expect_distribution,
    inputs,
    some_mask,
    tolerance,
)
from autograder.hidden_tests.expectations import Unmet, after, expect, expect_close, expect_tensor
from autograder.student import Student, StudentRaised


@settings(max_examples=25)
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
@settings(max_examples=25)
@given(inputs(), st.booleans())
def test_attention_rows_sum_to_one(student: Student, case: Any, masked: bool) -> None:
    """Each row of the weights is a distribution over the keys: no weight below 0, and a sum of 1."""
    Q, K, V, of = case
    _, weights, _ = attend_masked(student, Q, K, V, some_mask(of, Q, K) if masked else None)
    expect_distribution(weights, tolerance(Q, K), "each row of the weights")


@after(attention_reacts)
@settings(max_examples=35)
@given(inputs(), st.booleans())
def test_attention_output_is_weighted_values(student: Student, case: Any, masked: bool) -> None:
    """The output is the returned weights times V."""
    Q, K, V, of = case
    out, weights, _ = attend_masked(student, Q, K, V, some_mask(of, Q, K) if masked else None)
    allowed = 64 * EPS32 * (1 + float(V.abs().max())) * (1 + float(weights.abs().max()))
    message = "out should be the weights that you return times V"
    expect_close(out, weights @ V.double(), allowed, message, "out")


@after(attention_reacts)
@settings(max_examples=10)
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
@settings(max_examples=5)
@given(inputs(), st.booleans())
def test_attention_gradients(student: Student, case: Any, masked: bool) -> None:
    """Gradients reach Q, K and V and agree with finite differences of your own forward pass."""
    Q, K, V, of = case
    Q, K, V = Q.double(), K.double(), V.double()
    mask = some_mask(of, Q, K) if masked else None
    if mask is not None:
        _, _, mask = attend_masked(student, Q, K, V, mask)
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
@settings(max_examples=15)
@given(inputs(), st.sampled_from([torch.float32, torch.float64]))
def test_attention_keeps_shape_and_dtype(student: Student, case: Any, dtype: torch.dtype) -> None:
    """out is (…, m, d_v) and weights (…, m, n), both in the dtype of the inputs."""
    Q, K, V = (tensor.to(dtype) for tensor in case[:3])
    result = student.attention(Q, K, V)
    checked(result, Q, K, V)
    for name, tensor in zip(("out", "weights"), result, strict=True):
        expect(tensor.dtype == dtype, f"{name} should keep the inputs' dtype {dtype}, but is {tensor.dtype}")


@after(attention_reacts)
@settings(max_examples=25)
@given(
    st.sampled_from([(), (1,), (3,), (2, 3), (1, 2), (2, 1, 3)]),
    inputs(min_keys=2),
    st.sampled_from([False, True, True]),  # with a mask there is more to go wrong
)
def test_attention_any_leading_axes(student: Student, leading: tuple[int, ...], case: Any, masked: bool) -> None:
    """Any leading axes work, none or several (batch, heads): each slice is attention by itself."""
    Q, K, V, of = case
    m, d_k, d_v = Q.shape[1], Q.shape[2], V.shape[2]
    n = m + 1  # never square: that would hide swapped axes
    Q, K, V = of.normal(*leading, m, d_k), of.normal(*leading, n, d_k), of.normal(*leading, n, d_v)
    full = (*leading, m, n)
    mask = None
    if masked:
        plain = of.normal(2, m, d_k), of.normal(2, n, d_k), of.normal(2, n, d_v)
        if attend_masked(student, *plain, of.mask(m, n))[2] is not None:
            # As padding masks come: one per entry of the first axis, the same for all heads.
            mask = of.mask(*leading[:1], *(1 for _ in leading[1:]), m, n)
    out, weights = attend(student, Q, K, V, mask)
    flat = [tensor.reshape(-1, *tensor.shape[-2:]) for tensor in (Q, K, V)]
    flat_mask = None if mask is None else mask.expand(full).reshape(-1, m, n).contiguous()
    flat_out, flat_weights = attend(student, *flat, flat_mask)
    message = f"with leading axes {leading} each slice should be what it is alone"
    expect_close(weights, flat_weights.reshape(full), tolerance(Q, K), message, "weights")
    allowed = tolerance(Q, K) * (1 + float(V.abs().max()))
    expect_close(out, flat_out.reshape(out.shape), allowed, message, "out")


@after(attention_reacts)
@settings(max_examples=6)
@given(inputs(min_batch=2, min_keys=2), st.booleans())
def test_attention_batch_entries_are_independent(student: Student, case: Any, masked: bool) -> None:
    """Each entry of a batch gives the same alone as among the others."""
    Q, K, V, of = case
    mask = some_mask(of, Q, K) if masked else None
    mask = None if mask is None else mask.expand(Q.shape[0], *mask.shape).contiguous()
    out, weights, mask = attend_masked(student, Q, K, V, mask)
    b = int(torch.randint(Q.shape[0], (), generator=of.generator))
    one = slice(b, b + 1)
    alone_out, alone = attend(student, Q[one], K[one], V[one], None if mask is None else mask[one])
    message = f"batch entry {b} should give the same alone as in the batch of {Q.shape[0]}"
    expect_close(alone, weights[one], tolerance(Q, K), message, "weights of that entry alone")
    expect_close(alone_out, out[one], tolerance(Q, K) * (1 + float(V.abs().max())), message, "out of that entry alone")


@after(attention_reacts)
@settings(max_examples=16)
@given(inputs(min_keys=2), st.booleans())
def test_attention_permutations(student: Student, case: Any, masked: bool) -> None:
    """Other orders of queries or keys only reorder rows or columns: attention knows no positions."""
    Q, K, V, of = case
    out, weights, mask = attend_masked(student, Q, K, V, some_mask(of, Q, K) if masked else None)
    rows, columns = of.permutation(Q.shape[1]), of.permutation(K.shape[1])
    moved_mask = None if mask is None else mask[rows][:, columns]
    moved_out, moved = attend(student, Q[:, rows], K[:, columns], V[:, columns], moved_mask)
    message = "in another order of the queries and keys, every pair should keep its weight"
    expect_close(moved, weights[:, rows][:, :, columns], tolerance(Q, K), message, "weights")
    allowed = tolerance(Q, K) * (1 + float(V.abs().max()))
    expect_close(moved_out, out[:, rows], allowed, message, "out")


@after(attention_reacts)
@settings(max_examples=6)
@given(inputs(min_keys=2), st.booleans())
def test_attention_any_memory_layout(student: Student, case: Any, masked: bool) -> None:
    """Transposed, strided and expanded inputs give the same as their contiguous copies."""
    Q, K, V, of = case
    mask = some_mask(of, Q, K) if masked else None
    transposed = Q.transpose(0, 2).contiguous().transpose(0, 2)
    strided = torch.stack([K, of.normal(*K.shape)], dim=-1).flatten(-2)[..., ::2]
    expanded = V[:1].expand(V.shape)
    of_copies = attend_masked(student, transposed.contiguous(), strided.contiguous(), expanded.contiguous(), mask)
    mask = of_copies[2]
    mask = None if mask is None else mask.mT.contiguous().mT  # a transposed view too
    expect_same_as_copies(student, (transposed, strided, expanded), mask, *of_copies[:2])
    # Heads split off the last axis and moved forward: (B, h, T, d) as a view of (B, T, h, d).
    heads = [of.normal(x.shape[0], x.shape[1], 2, x.shape[2]).transpose(1, 2) for x in (Q, K, V)]
    try:
        out, weights = attend(student, *(view.contiguous() for view in heads))
    except (Unmet, StudentRaised):
        return  # four axes don't work at all, which another criterion charges
    expect_same_as_copies(student, heads, None, out, weights)


def expect_same_as_copies(
    student: Student, views: Sequence[Tensor], mask: Tensor | None, out: Tensor, weights: Tensor
) -> None:
    """Raise Unmet unless these views of Q, K and V give the (out, weights) of their contiguous copies."""
    Q, K, V = views
    other_out, other = attend(student, Q, K, V, mask)
    message = "inputs that are views of other tensors should give the same as copies of them"
    expect_close(other, weights, tolerance(Q, K), message, "weights")
    expect_close(other_out, out, tolerance(Q, K) * (1 + float(V.abs().max())), message, "out")


@after(attention_reacts)
@settings(max_examples=25)
@given(inputs(min_keys=2), st.booleans())
def test_attention_leaves_inputs_alone(student: Student, case: Any, masked: bool) -> None:
    """Q, K, V and the mask are the same after the call as before, so a second call gives the same."""
    Q, K, V, of = case
    # A call of its own: one that spoils the mask could raise in the second call that is looked at here.
    mask = some_mask(of, Q, K) if masked else None
    if mask is not None:
        _, _, mask = attend_masked(student, Q, K, V, mask)
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
@settings(max_examples=6)
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
