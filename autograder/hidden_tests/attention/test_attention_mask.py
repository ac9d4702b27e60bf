"""Criteria of `attention` with a mask, True = may attend."""

import math
from typing import Any

import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor

from autograder.hidden_tests.attention.drawn import EPS32, attend, attention_reacts, inputs, tolerance
from autograder.hidden_tests.expectations import after, expect, expect_close
from autograder.student import Student


@after(attention_reacts)
@settings(max_examples=20)
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
@settings(max_examples=16)
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
@settings(max_examples=12)
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
@settings(max_examples=14)
@given(inputs(min_keys=2), st.sampled_from([300.0, 1e2, 3e4, 3e4]))
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
@settings(max_examples=20)
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
@settings(max_examples=5)
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
