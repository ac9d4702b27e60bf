"""Criteria of `MultiHeadAttention` about what its calls do besides: gradients, side effects, memory."""

import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor

from autograder.hidden_tests.expectations import Unmet, after, expect, expect_close, expect_tensor
from autograder.hidden_tests.multihead.drawn import (
    Case,
    attended,
    cases,
    expect_same,
    known,
    load,
    module_reacts,
    usable_kv,
)
from autograder.student import RemoteModule, Student, StudentRaised


@after(module_reacts)
@settings(max_examples=6)
@given(cases(), st.booleans())
def test_multi_head_attention_gradients(student: Student, case: Case, cross: bool) -> None:
    """Gradients reach every parameter, x and kv, and agree with how the result really changes."""
    module = known(student, case.d, case.h, case.of)
    kv = usable_kv(module, case) if cross else None
    inputs = [case.x] if kv is None else [case.x, kv]
    cotangent = case.numbers(*case.x.shape)
    found = module.forward.gradients(*inputs, wrt=range(len(inputs)), cotangents=(cotangent,))
    for position, name in enumerate(("x", "kv")[: len(inputs)]):
        step = case.numbers(*inputs[position].shape)
        ends = []
        for sign in (1, -1):
            moved = list(inputs)
            moved[position] = moved[position] + sign * STEP * step
            ends.append((attended(module, *moved) * cotangent).sum())
        expect_slope(found[position], step, ends, name)

    of_parameters = module.forward.parameter_gradients(*inputs, cotangents=(cotangent,))
    parameters = module.named_parameters()
    expect(bool(of_parameters), "the module has no trainable parameters that a gradient could reach")
    reached: dict[str, Tensor] = {}
    for name, gradient in of_parameters.items():
        if gradient is None:
            raise Unmet(f"no gradient reaches the parameter {name}: it takes no part in the result")
        reached[name] = gradient
    steps = {name: case.numbers(*parameter.shape) / 4 for name, parameter in parameters.items()}
    ends = []
    for sign in (1, -1):
        load(module, {name: value + sign * STEP * steps[name] for name, value in parameters.items()})
        ends.append((attended(module, *inputs) * cotangent).sum())
    joined = [torch.cat([part[name].flatten() for name in parameters]) for part in (reached, steps)]
    expect_slope(joined[0], joined[1], ends, "the parameters")


STEP = 1e-2


def expect_slope(gradient: Tensor | None, step: Tensor, ends: list[Tensor], name: str) -> None:
    """Raise Unmet unless the gradient agrees with the change from one end to the other, 2 STEP steps apart."""
    if gradient is None:
        raise Unmet(f"no gradient reaches {name}: something cuts it off from the result")
    gradient = expect_tensor(gradient, step.shape, f"the gradient of {name}").double()
    slope = (ends[0] - ends[1]) / (2 * STEP)
    # Rounding of float32 over the step, and h²/6 times a third derivative. What a missing path leaves out is of
    # the size of the gradient itself.
    allowed = 1e-3 + 1e-2 * float(gradient.norm() * step.norm())
    message = f"the gradient of {name} should agree with how the result really changes"
    expect_close((gradient * step).sum(), slope, allowed, message, f"gradient of {name}, along one direction")


@after(module_reacts)
@settings(max_examples=6)
@given(cases())
def test_multi_head_attention_leaves_inputs_alone(student: Student, case: Case) -> None:
    """x, kv and the mask are the same after a call as before."""
    module = known(student, case.d, case.h, case.of)
    kv = usable_kv(module, case)
    mask = case.of.mask(case.x.shape[1], (case.x if kv is None else kv).shape[1])
    for given_mask in (None, mask):
        try:
            observed = module.forward.observed(case.x, kv, given_mask, repeats=1)
        except StudentRaised:
            continue  # the criteria about masks charge that
        for name, before, later in zip(("x", "kv", "mask"), (case.x, kv, given_mask), observed.arguments, strict=True):
            if before is not None:
                unchanged = isinstance(later, Tensor) and torch.equal(before, later)
                expect(unchanged, f"a call should not change {name}", ("before", before), ("after", later))


@after(module_reacts)
@settings(max_examples=6)
@given(cases())
def test_multi_head_attention_is_deterministic(student: Student, case: Case) -> None:
    """Nothing is random, neither in training mode nor in evaluation mode, and both give the same."""
    module = known(student, case.d, case.h, case.of)
    out = attended(module, case.x)
    module.train()
    observed = module.forward.seeded(1).observed(case.x, repeats=1)
    message = "the result should be the same in training and evaluation mode, whatever the random seed"
    expect_same(expect_tensor(observed.values[0], case.x.shape, "the result").double(), out, message, "result")
    expect(not observed.rng_moved, "a call should not touch PyTorch's random generator: no seeding, no drawing")


@after(module_reacts)
@settings(max_examples=6)
@given(cases())
def test_multi_head_attention_calls_are_independent(student: Student, case: Case) -> None:
    """A result does not depend on what the module was called with before."""
    module = known(student, case.d, case.h, case.of)
    B, T, d = case.x.shape
    first = attended(module, case.x)
    longer, mask, kv = case.numbers(B + 1, T + 2, d), case.of.mask(T, T), usable_kv(module, case)
    calls: list[tuple[Tensor | None, ...]] = [(case.x,), (longer,), (case.x, None, mask)]
    if kv is not None:
        calls.insert(1, (case.x, kv))
    before = [first, *(result(module, call) for call in calls[1:])]
    again = [result(module, call) for call in reversed(calls)][::-1]
    for once, later in zip(before, again, strict=True):
        if once is not None and later is not None:
            message = "the result should be the same after calls with other tokens, another kv or a mask"
            expect_same(later, once, message, "result, the second time")


def result(module: RemoteModule, call: tuple[Tensor | None, ...]) -> Tensor | None:
    """What a call gives, or None where it can't be made: masks are charged elsewhere."""
    try:
        return attended(module, *call)  # type: ignore[arg-type] # x is never None
    except (Unmet, StudentRaised):
        if len(call) < 3:
            raise
        return None
