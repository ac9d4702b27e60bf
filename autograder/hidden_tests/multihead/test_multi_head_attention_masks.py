"""Criteria of `MultiHeadAttention` with a mask, True = may attend."""

import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.hidden_tests.expectations import after, expect, expect_close
from autograder.hidden_tests.multihead.drawn import (
    WEIGHT,
    Case,
    apart,
    attended,
    cases,
    expect_same,
    known,
    looked,
    mask_works,
    module_reacts,
    rounding,
    usable_kv,
    weights_react,
)
from autograder.student import Student, StudentRaised


@after(weights_react)
@settings(max_examples=10)
@given(cases(), st.booleans())
def test_multi_head_attention_mask_blocks(student: Student, case: Case, cross: bool) -> None:
    """In every head forbidden keys get weight exactly 0, and the allowed ones share the rest as they would without."""
    module = known(student, case.d, case.h, case.of)
    kv = usable_kv(module, case) if cross else None
    T, S = case.x.shape[1], (case.x if kv is None else kv).shape[1]
    mask = case.of.mask(T, S)
    _, free = looked(module, case.h, case.x, kv, torch.ones(T, S, dtype=torch.bool))
    _, masked = looked(module, case.h, case.x, kv, mask)
    forbidden = ~mask.expand(masked.shape)
    share = free.masked_fill(forbidden, 0)
    total = share.sum(-1, keepdim=True)
    # Dividing by a small share magnifies its rounding error. One near 0 can't be judged from.
    judged = total > 0.01
    message = "keys where the mask is False should get weight exactly 0 in every head (True = may attend)"
    expect(bool((masked[forbidden & judged] == 0).all()), message, ("your last_weights", masked))
    expected = torch.where(judged, share / total * free.sum(-1, keepdim=True), masked)
    message = "the allowed keys should share the weight 1 in the same proportions as without the mask"
    expect_close(masked, expected, 100 * WEIGHT, message, "last_weights")


@after(weights_react)
@settings(max_examples=24)
@given(cases(min_batch=2), st.booleans(), st.booleans())
def test_multi_head_attention_mask_per_sequence(student: Student, case: Case, cross: bool, padding: bool) -> None:
    """A mask with a batch axis, (B, 1, T_q, T_kv) or (B, 1, 1, T_kv), gives each sequence a mask of its own."""
    module = known(student, case.d, case.h, case.of)
    kv = usable_kv(module, case) if cross else None
    B, T, _ = case.x.shape
    S = (case.x if kv is None else kv).shape[1]
    mask = case.of.mask(B, 1, 1 if padding else T, S)
    rows = mask[:, 0].expand(B, T, S).contiguous()
    if not mask_works(module, case, kv, rows[0]):
        return
    out, weights = looked(module, case.h, case.x, kv, mask)
    for b in range(B):
        plain_out, plain = looked(module, case.h, case.x, kv, rows[b])
        message = f"with a mask of shape {tuple(mask.shape)}, sequence {b} should be as if mask[{b}, 0] were for all"
        expect_close(weights[b], plain[b], WEIGHT, message, "last_weights of that sequence")
        expect_same(out[b], plain_out[b], message, "result for that sequence")


@after(module_reacts)
@settings(max_examples=6)
@given(cases())
def test_multi_head_attention_forbidden_tokens_have_no_influence(student: Student, case: Case) -> None:
    """What stands in a token that no query may attend to changes no result."""
    module = known(student, case.d, case.h, case.of)
    kv = usable_kv(module, case)
    tokens = case.x if kv is None else kv
    T, S = case.x.shape[1], tokens.shape[1]
    mask = case.of.mask(S).expand(T, -1).contiguous()
    if not mask_works(module, case, kv, mask) or not apart(module, case):
        return
    out, weights = looked(module, case.h, case.x, kv, mask)
    # Keys that the mask took out by the student's own weights: an inverted mask is charged once, elsewhere.
    gone = (weights < 1e-3).flatten(0, -2).all(0)
    message = "the mask forbids some tokens to all queries, but no token lost its weight"
    expect(bool(gone.any()), message, ("mask", mask), ("your last_weights", weights))
    other = torch.where(gone[:, None], case.numbers(*tokens.shape) * 30, tokens)
    if kv is None:
        rows, other_out = ~gone, attended(module, other, None, mask)  # the results of the others
    else:
        rows, other_out = torch.ones(T, dtype=torch.bool), attended(module, case.x, other, mask)
    message = "other numbers in the tokens that the mask forbids should change no result"
    expect_same(other_out[:, rows], out[:, rows], message, "result")


@after(module_reacts)
@settings(max_examples=6)
@given(cases(), st.booleans(), st.sampled_from(["(T_q, T_kv)", "(B, 1, T_q, T_kv)", "(B, 1, 1, T_kv)"]))
def test_multi_head_attention_full_mask_is_no_mask(student: Student, case: Case, cross: bool, kind: str) -> None:
    """A mask that is True everywhere gives what no mask gives."""
    module = known(student, case.d, case.h, case.of)
    kv = usable_kv(module, case) if cross else None
    B, T, _ = case.x.shape
    S = (case.x if kv is None else kv).shape[1]
    shape = {"(T_q, T_kv)": (T, S), "(B, 1, T_q, T_kv)": (B, 1, T, S), "(B, 1, 1, T_kv)": (B, 1, 1, S)}[kind]
    if not mask_works(module, case, kv, torch.ones(T, S, dtype=torch.bool)):
        return
    free = attended(module, case.x, kv)
    try:
        out = attended(module, case.x, kv, torch.ones(shape, dtype=torch.bool))
    except StudentRaised:
        return  # charged by the criterion about masks with a batch axis
    message = f"an all-True mask of shape {shape} should give the same as no mask"
    expect_close(out, free, rounding(free), message, "result")
