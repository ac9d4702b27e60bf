"""Criteria of `MultiHeadAttention` that need neither the formula nor a mask."""

import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.hidden_tests.drawing import Numbers, numbers
from autograder.hidden_tests.expectations import Unmet, after, expect, expect_close, expect_tensor
from autograder.hidden_tests.multihead.drawn import (
    WEIGHT,
    Case,
    any_heads,
    apart,
    attended,
    cases,
    expect_same,
    known,
    lone_key,
    looked,
    made,
    merges,
    module_reacts,
    several_heads,
    usable_kv,
    weights_of,
    weights_react,
)
from autograder.student import Student, StudentRaised


@after(weights_react)
@settings(max_examples=6)
@given(cases())
def test_multi_head_attention_shapes(student: Student, case: Case) -> None:
    """The result is float32 (B, T, d_model), and last_weights (B, h, T, T), also for a single token."""
    module = made(student, case.d, case.h)
    module.train()  # as it is made
    for x in (case.x, case.x[:, :1].contiguous()):
        B, T, _ = x.shape
        out = expect_tensor(module(x), x.shape, "the result")
        weights_of(module, (B, case.h, T, T))
        expect(out.dtype == torch.float32, f"the result should be of dtype torch.float32, but is {out.dtype}")


@after(module_reacts)
@settings(max_examples=10)
@given(any_heads)
def test_multi_head_attention_parameter_count(student: Student, widths: tuple[int, int]) -> None:
    """There are 4d² + 4d trainable parameters, whatever the number of heads."""
    d, h = widths
    module = made(student, d, h)
    shapes = {name: tuple(parameter.shape) for name, parameter in module.named_parameters().items()}
    count = sum(torch.Size(shape).numel() for shape in shapes.values())
    should = f"MultiHeadAttention({d}, {h}) should have 4·{d}² + 4·{d} = {4 * d * d + 4 * d} trainable parameters"
    expect(count == 4 * d * d + 4 * d, f"{should}, but has {count}: {shapes}")


@after(module_reacts)
@settings(max_examples=8)
@given(st.sampled_from([(d, h) for d in (4, 6, 9, 10) for h in (3, 4, 5, 7) if d % h]))
def test_multi_head_attention_rejects_uneven_heads(student: Student, widths: tuple[int, int]) -> None:
    """Where d_model is not a multiple of n_heads, the constructor raises ValueError."""
    d, h = widths
    try:
        student.MultiHeadAttention(d, h)
    except StudentRaised as error:
        kind = error.raised.kind
        expect(kind == "ValueError", f"MultiHeadAttention({d}, {h}) should raise ValueError, not {kind}")
    else:
        raise Unmet(f"MultiHeadAttention({d}, {h}) should raise ValueError: {h} heads can't share {d} channels")


@after(weights_react)
@settings(max_examples=8)
@given(cases(), st.booleans())
def test_multi_head_attention_rows_sum_to_one(student: Student, case: Case, cross: bool) -> None:
    """For each head and query, last_weights is a distribution over the keys."""
    module = known(student, case.d, case.h, case.of)
    kv = usable_kv(module, case) if cross else None
    _, weights = looked(module, case.h, case.x, kv)
    expect(bool((weights >= 0).all()), "last_weights should not be negative", ("your last_weights", weights))
    sums = weights.sum(-1)
    message = "last_weights should sum to 1 over the keys, the last axis, in each head"
    expect_close(sums, torch.ones_like(sums), WEIGHT, message, "sums of last_weights")


@after(weights_react)
@settings(max_examples=5)
@given(cases())
def test_multi_head_attention_last_weights_are_detached(student: Student, case: Case) -> None:
    """last_weights is detached: keeping it does not keep the graph of the whole call."""
    module = known(student, case.d, case.h, case.of)
    looked(module, case.h, case.x)
    attached = module.look("last_weights.requires_grad.__bool__")
    expect(attached is False, "last_weights should not require a gradient")


@after(weights_react)
@settings(max_examples=6)
@given(cases())
def test_multi_head_attention_last_weights_are_fresh(student: Student, case: Case) -> None:
    """last_weights always belongs to the latest call."""
    module = known(student, case.d, case.h, case.of)
    _, first = looked(module, case.h, case.x)
    looked(module, case.h, case.x[:, 1:].contiguous())
    _, other = looked(module, case.h, case.numbers(*case.x.shape))
    message = "last_weights should be new after a call with other tokens"
    expect(bool((other - first).abs().max() > WEIGHT), message, ("your last_weights", other))
    _, again = looked(module, case.h, case.x)
    expect_close(again, first, WEIGHT, "last_weights should be those of the latest call alone", "last_weights")


@after(weights_react)
@settings(max_examples=6)
@given(several_heads, numbers)
def test_multi_head_attention_heads_differ(student: Student, widths: tuple[int, int], of: Numbers) -> None:
    """No two heads of a new module have the same weights: they start at different random numbers."""
    d, h = widths
    module = made(student, d, h)
    # Large tokens show small initial numbers, small tokens keep large ones from deciding for one key alone.
    x = of.normal(4, 6, d) * torch.tensor([0.3, 1.0, 3.0, 10.0])[:, None, None]
    _, weights = looked(module, h, x)
    gaps = (weights[:, :, None] - weights[:, None]).abs().amax((0, 3, 4))  # (h, h)
    closest = (gaps + 9 * torch.eye(h)).min()
    message = "no two heads of a new module should have the same weights"
    expect(bool(closest > WEIGHT), message, ("your last_weights", weights))


@after(weights_react)
@settings(max_examples=6)
@given(cases(), st.booleans())
def test_multi_head_attention_order_is_irrelevant(student: Student, case: Case, cross: bool) -> None:
    """In another order of the tokens, every pair of them keeps its weight, and every token its result."""
    module = known(student, case.d, case.h, case.of)
    kv = usable_kv(module, case) if cross else None
    rows = case.of.permutation(case.x.shape[1])
    columns = rows if kv is None else case.of.permutation(kv.shape[1])
    out, weights = looked(module, case.h, case.x, kv)
    moved_kv = None if kv is None else kv[:, columns].contiguous()
    moved_out, moved = looked(module, case.h, case.x[:, rows].contiguous(), moved_kv)
    message = "in another order of the tokens, each pair of tokens should keep its weight in each head"
    expect_close(moved, weights[:, :, rows][..., columns], WEIGHT, message, "last_weights")
    if merges(module, case):
        message = "in another order of the tokens, each token should keep its result"
        expect_same(moved_out, out[:, rows], message, "result")


@after(module_reacts)
@settings(max_examples=6)
@given(cases(several_heads))
def test_multi_head_attention_merges_heads(student: Student, case: Case) -> None:
    """Heads are put side by side token by token: queries that have but one thing to find find the same."""
    out, first = lone_key(known(student, case.d, case.h, case.of), case)
    message = "with one key, or tokens that are all the same, every query should get the same result"
    expect_same(out, first, message, "result")


@after(module_reacts)
@settings(max_examples=6)
@given(cases(min_batch=2))
def test_multi_head_attention_batch_entries_are_independent(student: Student, case: Case) -> None:
    """Each sequence of a batch gives the same alone as among the others."""
    module = known(student, case.d, case.h, case.of)
    out = attended(module, case.x)
    b = int(case.of.permutation(len(case.x))[0])
    alone = attended(module, case.x[b : b + 1])
    message = f"sequence {b} should give the same alone as in the batch of {len(case.x)}"
    expect_same(alone, out[b : b + 1], message, "result for that sequence alone")


@after(module_reacts)
@settings(max_examples=6)
@given(cases())
def test_multi_head_attention_kv_is_x_by_default(student: Student, case: Case) -> None:
    """Without kv, tokens attend to one another: the same as with kv = x."""
    module = known(student, case.d, case.h, case.of)
    out = attended(module, case.x)
    try:
        cross = attended(module, case.x, case.x.clone())
    except StudentRaised:
        return  # no kv at all, which the criterion about cross-attention charges
    expect_same(cross, out, "a call with kv=x should give the same as one without kv", "result with kv = x")


@after(module_reacts)
@settings(max_examples=6)
@given(cases())
def test_multi_head_attention_cross_attention(student: Student, case: Case) -> None:
    """With kv, queries come from x and both keys and values from kv, which may have another length."""
    module = known(student, case.d, case.h, case.of)
    kv = case.numbers(*case.x.shape)  # as long as x, so that one can be taken for the other
    _, of_x = looked(module, case.h, case.x)
    _, other = looked(module, case.h, case.x, kv)
    _, weights = looked(module, case.h, case.x, case.kv)
    if kv.shape[1] > 1:
        message = "the weights should depend on kv, also where it is as long as x"
        expect(bool((other - of_x).abs().max() > WEIGHT), message, ("your last_weights", other))
        _, other = looked(module, case.h, case.numbers(*case.x.shape), case.kv)
        message = "the weights should depend on x: queries come from there"
        expect(bool((other - weights).abs().max() > WEIGHT), message, ("your last_weights", other))
    # With positions inside, which is charged elsewhere, several tokens would not stay the same.
    length = kv.shape[1] if apart(module, case) else 1
    same = kv[:, :1].expand(-1, length, -1).contiguous()
    out, moved = (attended(module, x, same) for x in (case.x, case.numbers(*case.x.shape)))
    message = "where all tokens of kv are the same, the result should not depend on x: values come from kv"
    expect_same(moved, out, message, "result with another x")
    out = attended(module, case.x, -same)
    message = "the result should depend on kv: values come from there"
    expect(bool((moved - out).abs().max() > WEIGHT), message, ("your result", out))
