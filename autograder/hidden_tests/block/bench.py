"""A block on the test bench: its sublayers are found without knowing their names, and switched on one by one."""

from collections.abc import Callable, Mapping

import torch
from torch import Tensor
from torch.nn import functional

from autograder.hidden_tests.block.drawn import (
    MOVED,
    Values,
    alone,
    drawn_like,
    load,
    of_shape,
    rounding,
)
from autograder.hidden_tests.drawing import Numbers
from autograder.hidden_tests.expectations import Unmet
from autograder.student import RemoteModule, Student

Formula = Callable[[Tensor], Tensor]


class Bench:
    """A module of the student's some of whose parameters get known values while the rest is silent.

    Silent means 0, but for vectors that start as ones: those are the scales of norms.
    """

    def __init__(self, module: RemoteModule) -> None:
        self.module = module
        self.parameters: Values = module.named_parameters()
        self.silence = {
            name: value if bool((value == 1).all()) else torch.zeros_like(value)
            for name, value in self.parameters.items()
        }

    def only(self, values: Mapping[str, Tensor]) -> None:
        """Give these parameters these values and silence all others."""
        load(self.module, {**self.silence, **values})

    def result(self, x: Tensor, *args: Tensor) -> Tensor:
        """The module's result for x in float64, in the shape of x."""
        return of_shape(self.module(x, *args), x)

    def with_only(self, values: Mapping[str, Tensor], x: Tensor, *args: Tensor) -> Tensor:
        """Its result with only these parameters at work."""
        self.only(values)
        return self.result(x, *args)

    def added(self, values: Mapping[str, Tensor], x: Tensor, *args: Tensor) -> Tensor:
        """What these parameters change in the result: what the sublayer that they belong to adds to the stream."""
        silent = self.with_only({}, x, *args)
        return self.with_only(values, x, *args) - silent

    def passes_on(self, x: Tensor, *args: Tensor) -> bool:
        """Whether x shows in the result while all is silent. Where it does not, a residual is missing, which other
        criteria charge, and steps can't be measured by themselves."""
        silent = self.with_only({}, x, *args)
        return float(silent.abs().max()) > MOVED

    def places(self, piece: Mapping[str, Tensor]) -> list[str]:
        """Prefixes of names under which parameters of these names and shapes stand together."""
        return places(self.parameters, piece)


def places(whole: Mapping[str, Tensor], piece: Mapping[str, Tensor]) -> list[str]:
    """Prefixes in `whole` under which all names of `piece` stand, with the same shapes."""
    first = next(iter(piece), None)
    if first is None:
        return []
    prefixes = [name.removesuffix(first) for name in whole if name.endswith(first)]
    return [
        prefix
        for prefix in prefixes
        if prefix.endswith(".")
        and all(prefix + name in whole and whole[prefix + name].shape == value.shape for name, value in piece.items())
    ]


def at(place: str, values: Mapping[str, Tensor]) -> Values:
    """The same values under the names that they have at this place."""
    return {place + name: value for name, value in values.items()}


class Part:
    """A sublayer inside a block: its values there, and the student's own smaller module with the same values."""

    def __init__(self, values: Values, own: RemoteModule | None, formulas: list[Formula]) -> None:
        self.values, self.own, self.formulas = values, own, formulas


def feed_forward(student: Student, bench: Bench, d: int, of: Numbers) -> Part:
    """The feed-forward network inside a block, with random values.

    It is the student's own FeedForward, or else the two matrices with an axis of 4d. Without values where neither
    is found.
    """
    own = alone(student.FeedForward, d)
    piece: Values = {} if own is None else own.named_parameters()
    for place in bench.places(piece):
        assert own is not None
        values = drawn_like(piece, of)
        load(own, values)
        return Part(at(place, values), own, [own_formula(own)])
    wide = {name: value for name, value in bench.parameters.items() if 4 * d in value.shape}
    values = drawn_like(wide, of)
    formulas = feed_forward_formulas(values, d)
    return Part(values if formulas else {}, None, formulas)


def own_formula(module: RemoteModule) -> Formula:
    """What a module of the student's makes of its input, in float64."""
    return lambda z: of_shape(module(z.float()), z)


def feed_forward_formulas(values: Values, d: int) -> list[Formula]:
    """W₂ GELU(W₁ x + b₁) + b₂ with these parameters: either matrix may be the first, GELU exact or by tanh.

    Empty where they are not two matrices with the same inner width, and at most one bias of each size.
    """
    flat = [value.double().squeeze() if value.dim() > 2 else value.double() for value in values.values()]
    matrices = [value for value in flat if value.dim() == 2 and d in value.shape]
    if len(matrices) != 2 or matrices[0].numel() != matrices[1].numel():
        return []
    inner = matrices[0].numel() // d
    inner_biases = [value for value in flat if value.numel() == inner and value.dim() == 1]
    outer_biases = [value for value in flat if value.numel() == d and value.dim() == 1]
    if len(inner_biases) > 1 or len(outer_biases) > 1 or len(flat) != 2 + len(inner_biases) + len(outer_biases):
        return []
    b_1 = inner_biases[0] if inner_biases else torch.zeros(inner).double()
    b_2 = outer_biases[0] if outer_biases else torch.zeros(d).double()

    def formula(first: Tensor, second: Tensor, approximate: str) -> Formula:
        W_1 = first if first.shape == (inner, d) else first.mT
        W_2 = second if second.shape == (d, inner) else second.mT
        return lambda z: functional.linear(
            functional.gelu(functional.linear(z.double(), W_1, b_1), approximate=approximate), W_2, b_2
        )

    one, other = matrices
    orders = ((one, other), (other, one))
    return [formula(*order, approximate) for approximate in ("none", "tanh") for order in orders]


def attention_parts(student: Student, bench: Bench, d: int, h: int, of: Numbers) -> list[Part]:
    """Each of the student's own MultiHeadAttention modules inside a block, with random values.

    Empty where none is found: the block has its attention written in, or takes it from elsewhere.
    """
    own = alone(student.MultiHeadAttention, d, h)
    if own is None:
        return []
    piece: Values = own.named_parameters()
    found = bench.places(piece)
    if not found:
        return []
    values = drawn_like(piece, of)
    load(own, values)
    return [Part(at(place, values), own, []) for place in found]


def attention_values(student: Student, bench: Bench, d: int, h: int, of: Numbers, feed: Part) -> Values:
    """Random values for all attention of a block, its own or not: without a MultiHeadAttention in it, for all
    matrices that do not belong to the feed-forward network."""
    parts = attention_parts(student, bench, d, h, of)
    if parts:
        return {name: value for part in parts for name, value in part.values.items()}
    rest = {name: v for name, v in bench.parameters.items() if name not in feed.values and v.dim() > 1}
    return drawn_like(rest, of)


def own_attention(part: Part, x: Tensor, kv: Tensor | None = None, mask: Tensor | None = None) -> Tensor:
    """What the student's own MultiHeadAttention makes of x, in float64."""
    assert part.own is not None
    out = part.own(x.float(), kv=kv, mask=mask)
    if isinstance(out, list) and out:  # the pair (out, weights), against its contract; the block may know that
        out = out[0]
    return of_shape(out, x, "the result of your MultiHeadAttention")


def expect_one_of(actual: Tensor, candidates: list[Tensor], message: str, what: str) -> None:
    """Raise Unmet unless one of the candidates is what was found, up to rounding."""
    errors = [float((actual - candidate).abs().max()) for candidate in candidates]
    nearest = candidates[errors.index(min(errors))]
    if not min(errors) <= rounding(actual, *candidates):
        raise Unmet(message, ((f"your {what}", actual.float()), ("expected", nearest.float())))
