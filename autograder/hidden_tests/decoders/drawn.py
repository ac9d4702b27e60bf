"""Digits, models with known parameters, and their logits after a look at their form."""

from typing import Any

import torch
from hypothesis import strategies as st
from torch import Tensor

from autograder.hidden_tests.drawing import Numbers
from autograder.hidden_tests.expectations import Unmet, expect, expect_tensor
from autograder.student import RemoteModule, Student, StudentRaised

VOCAB = 10  # the digits
SEQ = 10  # the longest sequence
BACK = 3  # how far back the copying model looks

# No width is a multiple of 10 or a product with one, so that shapes tell parameters apart.
widths = st.sampled_from([(8, 2), (12, 3), (6, 1)])  # (d, n_heads)
lengths = st.integers(3, SEQ - 1)  # where two positions are to change and a third to notice
batches = st.integers(1, 4)


def tolerance(values: Tensor) -> float:
    """Rounding allowed in float32 logits after a few layers: each sums up to 50 products, and a norm may
    enlarge what rounding left by about ten."""
    return 1e-4 * (1 + float(values.abs().max()))


def noticeable(values: Tensor) -> float:
    """A change that rounding does not explain: 100 ulp of the largest logit. With the parameters of `known`
    a real one is some thousand times that."""
    return 1e-5 * (1 + float(values.abs().max()))


def digits(of: Numbers, *shape: int) -> Tensor:
    """Random digits in int64."""
    return torch.randint(VOCAB, shape, generator=of.generator)


def other_digit(of: Numbers, x: Tensor, position: int) -> Tensor:
    """x (B, T) with another digit at this position, in every sequence."""
    changed = x.clone()
    changed[:, position] = (x[:, position] + int(torch.randint(1, VOCAB, (), generator=of.generator))) % VOCAB
    return changed


def built(student: Student, name: str, *, d: int = 8, n_heads: int = 2, n_layers: int = 1, **more: Any) -> RemoteModule:
    """A model of the student's class of that name."""
    module = getattr(student, name)(d=d, n_heads=n_heads, n_layers=n_layers, **more)
    if not isinstance(module, RemoteModule):
        raise Unmet(f"{name}(d, n_heads, n_layers) should be an nn.Module")
    return module


def load(module: RemoteModule, parameters: dict[str, Tensor]) -> None:
    """Give the parameters these values; buffers stay."""
    module.load_state_dict({**module.state_dict(), **parameters})


def known(module: RemoteModule, of: Numbers) -> dict[str, Tensor]:
    """Set all trainable parameters to random numbers and return them by name.

    An answer may start from any values, zeros in places: relations are measured at these instead. Tables and
    vectors are of size 1; the numbers of square matrices are small enough for a softmax to spread its weight.
    The model is in evaluation from here on: what dropout does in training is charged once.
    """
    parameters: dict[str, Tensor] = module.named_parameters()
    expect(len(parameters) > 0, "the model has no trainable parameters")
    chosen = {}
    for name, parameter in parameters.items():
        matrix = parameter.dim() > 1 and not any(size % VOCAB == 0 for size in parameter.shape)
        scale = 0.7 * parameter.shape[-1] ** -0.5 if matrix else 1.0
        chosen[name] = of.normal(*parameter.shape, scale=scale).to(parameter.dtype)
    load(module, chosen)
    module.eval()
    return chosen


def logits(module: RemoteModule, x: Tensor) -> Tensor:
    """The student's logits in float64, (B, T, VOCAB). Swapped axes are let pass: the criterion about the shape
    charges them."""
    value = module(x)
    B, T = x.shape
    if T != VOCAB and isinstance(value, Tensor) and tuple(value.shape) == (B, VOCAB, T):
        value = value.mT
    return expect_tensor(value, (B, T, VOCAB), "the logits").double()


def accepted_digits(module: RemoteModule, of: Numbers, B: int, T: int) -> Tensor:
    """Digits (B, T), or (B, SEQ) for a model that takes nothing else: the criterion about the shape charges that."""
    x = digits(of, B, T)
    try:
        logits(module, x)
    except (StudentRaised, Unmet):
        return digits(of, B, SEQ)
    return x


def expect_reacts(module: RemoteModule, of: Numbers) -> None:
    """Raise Unmet unless other digits give other logits. Between constants all relations hold."""
    known(module, of)
    x = accepted_digits(module, of, 2, 5)
    first, second = logits(module, x), logits(module, (x + 1) % VOCAB)
    message = "other digits should give other logits, but the logits stay the same"
    expect(bool((first - second).abs().max() > 1e-3), message, ("your logits", first))
