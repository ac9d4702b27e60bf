"""Modules of the student's with known numbers in them, their inputs, and what their calls gave."""

import math
from typing import NamedTuple

import torch
from hypothesis import strategies as st
from torch import Tensor

from autograder.hidden_tests.drawing import Numbers, numbers
from autograder.hidden_tests.expectations import Unmet, expect, expect_close, expect_tensor
from autograder.student import RemoteModule, Student, StudentRaised

EPS32 = torch.finfo(torch.float32).eps

# d_model and n_heads: one head, several, as many as channels.
WIDTHS = ((8, 2), (6, 3), (12, 4), (10, 5), (5, 1), (9, 3), (4, 4))
several_heads = st.sampled_from([(d, h) for d, h in WIDTHS if h > 1])
any_heads = st.sampled_from(WIDTHS)

# Rounding in float32: sums of a few dozen products of numbers up to about 5, through a softmax that turns an
# absolute error of a score into a relative one of a weight. Measured for right answers: at most 20 eps.
WEIGHT = 200 * EPS32


def rounding(*tensors: Tensor) -> float:
    """Rounding allowed in an output: that of a weight times the size of what is added up."""
    return WEIGHT * (1 + max(float(tensor.abs().max()) for tensor in tensors))


class Case(NamedTuple):
    """Sizes, tokens x (B, T, d) to be looked up for, other tokens kv (B, S, d), S ≠ T, and the numbers for more."""

    d: int
    h: int
    x: Tensor
    kv: Tensor
    of: Numbers

    def numbers(self, *shape: int) -> Tensor:
        """More standard normal numbers."""
        return self.of.normal(*shape)


@st.composite
def cases(
    draw: st.DrawFn, widths: st.SearchStrategy[tuple[int, int]] = any_heads, min_batch: int = 1, min_T: int = 2
) -> Case:
    """Sizes that differ from one another as far as they can, so that swapped axes show."""
    d, h = draw(widths)
    T = draw(st.integers(min_T, 6).filter(lambda size: size not in (d, h)))
    S = draw(st.integers(2, 7).filter(lambda size: size not in (T, d, h)))
    B = draw(st.integers(min_batch, 3).filter(lambda size: size not in (T, S)))
    of = draw(numbers)
    return Case(d, h, of.normal(B, T, d), of.normal(B, S, d), of)


def made(student: Student, d: int, h: int) -> RemoteModule:
    """A MultiHeadAttention of the student's as it is made, in eval mode: dropout is charged elsewhere."""
    module = student.MultiHeadAttention(d, h)
    if not isinstance(module, RemoteModule):
        raise Unmet("MultiHeadAttention(d_model, n_heads) should be an nn.Module")
    module.eval()
    return module


def known(student: Student, d: int, h: int, of: Numbers) -> RemoteModule:
    """The same with random numbers in all parameters: how a module starts must not hide what it does."""
    module = made(student, d, h)
    load(module, {name: random(parameter.shape, d, of) for name, parameter in module.named_parameters().items()})
    return module


def random(shape: torch.Size, d: int, of: Numbers) -> Tensor:
    """Numbers for a parameter: of a size that keeps the width of what it is multiplied with, 0.5 for a bias."""
    return of.normal(*shape, scale=1 / math.sqrt(d) if shape.numel() > 4 * d else 0.5)


def load(module: RemoteModule, parameters: dict[str, Tensor]) -> None:
    """Give the parameters these values; buffers stay."""
    if parameters:
        module.load_state_dict(parameters, strict=False)


def attended(module: RemoteModule, x: Tensor, kv: Tensor | None = None, mask: Tensor | None = None) -> Tensor:
    """The student's module(x, kv=kv, mask=mask) in float64, (B, T_q, d)."""
    given = {name: value for name, value in (("kv", kv), ("mask", mask)) if value is not None}
    return expect_tensor(module(x, **given), x.shape, "the result").double()


def looked(
    module: RemoteModule, h: int, x: Tensor, kv: Tensor | None = None, mask: Tensor | None = None
) -> tuple[Tensor, Tensor]:
    """The result and last_weights (B, h, T_q, T_kv) of a call, both in float64."""
    out = attended(module, x, kv, mask)
    return out, weights_of(module, (x.shape[0], h, x.shape[1], (x if kv is None else kv).shape[1]))


def weights_of(module: RemoteModule, shape: tuple[int, ...]) -> Tensor:
    """`last_weights` of the latest call in float64."""
    return expect_tensor(module.look("last_weights.detach"), shape, "last_weights").double()


def usable_kv(module: RemoteModule, case: Case) -> Tensor | None:
    """The case's kv, for criteria that are not about cross-attention.

    None where the module can't take it: `multi_head_attention_cross_attention` charges that, once.
    """
    try:
        looked(module, case.h, case.x, case.kv)
    except (Unmet, StudentRaised):
        return None
    return case.kv


def mask_works(module: RemoteModule, case: Case, kv: Tensor | None, mask: Tensor) -> bool:
    """Whether the module takes a mask (T_q, T_kv) at all; `multi_head_attention_mask_blocks` charges where not."""
    try:
        looked(module, case.h, case.x, kv, mask)
    except (Unmet, StudentRaised):
        return False
    return True


def apart(module: RemoteModule, case: Case) -> bool:
    """Whether tokens keep their weights when they change places; `multi_head_attention_order_is_irrelevant` charges."""
    order = torch.arange(case.x.shape[1]).roll(1)
    _, weights = looked(module, case.h, case.x)
    _, moved = looked(module, case.h, case.x[:, order])
    return bool(((moved - weights[:, :, order][..., order]).abs() <= WEIGHT).all())


def lone_key(module: RemoteModule, case: Case) -> tuple[Tensor, Tensor]:
    """Results (B, T, d) of queries that have all the same to find, and what the first of them finds.

    With one key there is nothing to choose from. Where kv is not to be had, all tokens of x are the same.
    """
    kv = usable_kv(module, case)
    if kv is not None:
        out = attended(module, case.x, kv[:, :1].contiguous())
    else:
        out = attended(module, case.x[:, :1].expand(case.x.shape).contiguous())
    return out, out[:, :1].expand(out.shape)


def merges(module: RemoteModule, case: Case) -> bool:
    """Whether results keep to their tokens; `multi_head_attention_merges_heads` charges where they don't."""
    out, first = lone_key(module, case)
    return bool(((out - first).abs() <= rounding(out)).all())


def expect_same(actual: Tensor, expected: Tensor, message: str, what: str) -> None:
    """Raise Unmet unless two results agree up to rounding."""
    expect_close(actual, expected, rounding(expected), message, what)


def module_reacts(student: Student) -> None:
    """Results differ from one another. In zeros or in one number for all there is nothing to compare."""
    of = Numbers(1)
    module = known(student, 6, 2, of)
    x = of.normal(2, 5, 6)
    out = attended(module, x)
    message = "different tokens should make a difference, but all results are the same"
    expect(bool(out.std(dim=(0, 1)).max() > 1e-3), message, ("your results", out))
    message = "the result should be made from all tokens, but it is x itself"
    expect(not torch.allclose(out.float(), x), message)


def weights_react(student: Student) -> None:
    """The same, and some weight differs from the others."""
    module_reacts(student)
    of = Numbers(1)
    module = known(student, 6, 2, of)
    _, weights = looked(module, 2, of.normal(2, 5, 6))
    message = "different tokens should make a difference, but all weights are the same"
    expect(bool(weights.max() - weights.min() > 1e-3), message, ("your weights", weights))
