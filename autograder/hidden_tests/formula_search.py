"""Find multi-head attention in a module whose inner names, shapes and layouts nobody prescribed.

A module computes the formula if *some* reading of its own parameters does. A projection has h · d_head · d
numbers: head, channel within the head, channel of the model. Modules keep them in many ways: one matrix
each or several fused in one, with the inputs in rows or in columns, a list of small matrices, one a head,
a tensor with an axis of heads, the kernel of a convolution. All of these are orders of the same axes, so
each parameter, or stack of parameters of one shape, is read in every order that its shape allows. Then all
pairs of readings are tried at once as queries and keys against the module's own weights, and as values and
output against its own output.

A reading is a tensor of positions in the vector of all parameters, end to end. Two readings that share no
position are different projections, whatever tensors they lie in. With random numbers in the parameters a
wrong reading is never right by chance: right ones agree to about 1e-6, the nearest wrong ones to about 0.5.
"""

import itertools
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import torch
from torch import Tensor


@dataclass(frozen=True)
class Readings:
    """What the parameters of a module may mean, as positions in the vector of all of them."""

    matrices: Tensor  # (n, h, d_head, d): projections
    inner_biases: Tensor  # (n, h, d_head): biases of queries, keys or values
    outer_biases: Tensor  # (n, d): biases of the output
    bias_names: frozenset[str]
    unread: tuple[str, ...]  # parameters that fit no known layout: nothing is verified about them
    size: int  # how many positions there are

    @property
    def complete(self) -> bool:
        """Every parameter can be read: if no reading gives what the module does, the module does something else."""
        return not self.unread

    @cached_property
    def overlapping(self) -> Tensor:
        """Which two readings of a projection have a position in common, and can't be two projections: (n, n)."""
        return share(self.matrices, self.matrices, self.size)


def read(shapes: Mapping[str, tuple[int, ...]], d_model: int, n_heads: int) -> Readings:
    """All readings of parameters of these shapes, for a module of width d_model with n_heads heads.

    Lists of projections that differ in shape from one another only where d_head, d_model and small multiples of
    them coincide are ambiguous; (20, 4), (20, 5) and (d, 1) are not.
    """
    d_head = d_model // n_heads
    groups: dict[tuple[int, ...], list[str]] = {}
    for name, shape in shapes.items():
        groups.setdefault(tuple(shape), []).append(name)
    starts, position = {}, 0
    for name, shape in shapes.items():
        starts[name] = position
        position += math.prod(shape)

    matrices: list[Tensor] = []
    inner: list[Tensor] = []
    outer: list[Tensor] = []
    bias_names: set[str] = set()
    unread: list[str] = []
    for shape, names in groups.items():
        own = torch.stack([starts[name] + torch.arange(math.prod(shape)).reshape(shape) for name in names])
        is_vector = sum(size != 1 for size in shape) <= 1
        if not is_vector and own.numel() % d_model**2 == 0:
            found = orders(own, (own.numel() // d_model**2, n_heads, d_head, d_model))
            matrices += found
        elif own.numel() % d_model == 0 and math.prod(shape) <= 4 * d_model:
            count = own.numel() // d_model
            found = orders(own, (count, n_heads, d_head))
            inner += found
            outer += orders(own, (count, d_model))
            bias_names |= set(names)
        else:
            found = []
        if not found:
            unread += names
    return Readings(
        matrices=distinct(matrices, (n_heads, d_head, d_model)),
        inner_biases=distinct(inner, (n_heads, d_head)),
        outer_biases=distinct(outer, (d_model,)),
        bias_names=frozenset(bias_names),
        unread=tuple(unread),
        size=position,
    )


def orders(positions: Tensor, sizes: tuple[int, ...]) -> list[Tensor]:
    """`positions` with its axes split or merged into axes of these sizes, in every order that its shape allows."""
    found = []
    walls = set(itertools.accumulate(positions.shape, lambda a, b: a * b))
    for order in itertools.permutations(range(len(sizes))):
        inner_walls = set(itertools.accumulate((sizes[axis] for axis in order), lambda a, b: a * b))
        if walls <= inner_walls | {1}:  # each axis of the tensor is a product of neighbours in this order
            split = positions.reshape([sizes[axis] for axis in order])
            found.append(split.permute([order.index(axis) for axis in range(len(sizes))]))
    return found


def distinct(stacks: list[Tensor], shape: tuple[int, ...]) -> Tensor:
    """The entries along the first axis of all stacks, each once: (n, *shape)."""
    entries = {entry.contiguous().numpy().tobytes(): entry for stack in stacks for entry in stack}
    return torch.stack(list(entries.values())) if entries else torch.empty(0, *shape, dtype=torch.int64)


def share(first: Tensor, second: Tensor, count: int) -> Tensor:
    """Which readings have a position in common: boolean (n, m), for positions below `count`."""
    rows, columns = (torch.zeros(len(readings), count) for readings in (first, second))
    for member, readings in ((rows, first), (columns, second)):
        member.scatter_(1, readings.flatten(1), 1.0)
    return rows @ columns.T > 0


def projected(values: Tensor, matrices: Tensor, x: Tensor, biases: Tensor | None = None) -> Tensor:
    """x (B, T, d) through each of the matrices (n, h, d_head, d), as heads (2n, B, h, T, d_head).

    `biases` (m, h, d_head) go with a single matrix, and make m of it.
    The second half is the same numbers dealt out to the heads without regard for tokens: a reshape without the
    transpose. That is a mistake of its own, charged where tokens must keep apart, and must not hide the formula.
    """
    y = torch.einsum("btd,nhed->nbthe", x, values[matrices])
    if biases is not None:
        y = y + values[biases][:, None, None]
    n, B, T, h, d_head = y.shape
    return torch.cat([y.transpose(2, 3), y.reshape(n, B, h, T, d_head)])


@dataclass(frozen=True)
class Fit:
    """The pair of readings that explains best what a module did, and how far off it is."""

    first: Tensor  # positions of the one and the other
    second: Tensor
    error: float
    scale: float = 1.0  # what scores are multiplied by
    reshaped: bool = False  # whether heads got their numbers without regard for tokens


def fit_weights(readings: Readings, values: Tensor, x: Tensor, weights: Tensor) -> Fit | None:
    """Queries and keys, two different projections, whose scores times some scale have the softmax `weights`.

    values: the parameters end to end, biases 0. x (B, T, d), weights (B, h, T, T). All in float64.
    None where there are no two projections.
    """
    matrices = readings.matrices
    if len(matrices) < 2:
        return None
    heads = projected(values, matrices, x)  # (2n, B, h, T, d_head)
    target, queries, keys = comparable(weights, heads, heads)
    # Sums over all entries of scores · target and of scores², without making the scores of each pair.
    products = torch.einsum("nbhte,bhts,mbhse->nm", queries, target, keys)
    squares = torch.einsum("nbhef,mbhef->nm", queries.mT @ queries, keys.mT @ keys).clamp(min=1e-30)
    unexplained = target.square().sum() - products.square() / squares
    first, second = best(unexplained, readings.overlapping.repeat(2, 2))
    scale = float(products[first, second] / squares[first, second])
    error = float((scale * queries[first] @ keys[second].mT - target).abs().max())
    n = len(matrices)
    return Fit(matrices[first % n], matrices[second % n], error, scale, first >= n or second >= n)


def fit_query_bias(readings: Readings, values: Tensor, x: Tensor, weights: Tensor, fit: Fit) -> tuple[Tensor, float]:
    """The bias that belongs to the queries of `fit`, and its error. That of the keys has no effect on a softmax.

    values: biases included.
    """
    queries = projected(values, fit.first[None], x, readings.inner_biases)[: len(readings.inner_biases)]
    keys = projected(values, fit.second[None], x)[:1]
    target, queries, keys = comparable(weights, queries, keys)
    errors = (fit.scale * queries @ keys.mT - target).abs().amax((-4, -3, -2, -1))
    return readings.inner_biases[errors.argmin()], float(errors.min())


def comparable(weights: Tensor, queries: Tensor, keys: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Log-weights, queries and keys, so that queries @ keys.mT are the log-weights if the formula holds.

    weights (B, h, T, S), queries (…, B, h, T, d_head), keys (…, B, h, S, d_head). A softmax over the keys leaves
    their mean open, which is taken out. Queries that give some key no weight at all are left out. Where weights
    are no distributions over the keys, which is charged elsewhere, the mean over the queries is taken out as well,
    so that a softmax over the wrong axis is compared too.
    """
    seen = (weights > 0).all(-1, keepdim=True)  # (B, h, T, 1)
    target = torch.where(seen, weights, 1.0).log()
    target, queries, keys = target - target.mean(-1, True), queries * seen, keys - keys.mean(-2, True)
    if not bool(((weights.sum(-1) - 1).abs() < 1e-3).all()):
        target, queries = target - target.mean(-2, True), queries - queries.mean(-2, True)
    return target, queries, keys


def fit_output(readings: Readings, values: Tensor, x: Tensor, out: Tensor) -> Fit | None:
    """Values and output, two different projections that take a token x (B, d) by itself to `out` (B, d).

    With one token alone all weights are 1. values: biases 0. None where there are no two projections.
    """
    matrices = readings.matrices
    if len(matrices) < 2:
        return None
    heads = torch.einsum("bd,nhed->nbhe", x, values[matrices])
    outputs = torch.einsum("nbhe,mhed->nmbd", heads, values[matrices])
    errors = (outputs - out).abs().amax((-2, -1))
    first, second = best(errors, readings.overlapping)
    return Fit(matrices[first], matrices[second], float(errors[first, second]))


def fit_mixture(readings: Readings, values: Tensor, x: Tensor, weights: Tensor, out: Tensor) -> float:
    """How far values and output, two different projections, are from giving `out` when head i mixes with its weights.

    values: biases 0. x (B, T, d), weights (B, h, T, T), out (B, T, d).
    """
    matrices = readings.matrices
    heads = weights @ projected(values, matrices, x)  # (2n, B, h, T, d_head)
    outputs = torch.einsum("nbhte,mhed->nmbtd", heads, values[matrices])
    excluded = readings.overlapping.repeat(2, 1)
    return float((outputs - out).abs().amax((-3, -2, -1)).masked_fill(excluded, math.inf).min())


def fit_output_biases(readings: Readings, values: Tensor, offset: Tensor, fit: Fit, taken: Tensor | None) -> float:
    """How far biases of the values and of the output of `fit` are from explaining the offset (d,) of a lone token.

    values: biases included. `taken` are positions of a bias that is in use elsewhere.
    """
    inner, outer = readings.inner_biases, readings.outer_biases
    offsets = torch.einsum("nhe,hed->nd", values[inner], values[fit.second])[:, None] + values[outer]
    excluded = share(inner, outer, readings.size)
    if taken is not None:
        used = taken[None]
        excluded = excluded | share(inner, used, readings.size) | share(outer, used, readings.size).T
    errors = (offsets - offset).abs().amax(-1)
    return float(errors.masked_fill(excluded, math.inf).min())


def best(errors: Tensor, excluded: Tensor) -> tuple[int, int]:
    """Row and column of the smallest error (n, m); NaN and excluded pairs are infinitely wrong."""
    number = int(errors.nan_to_num(nan=math.inf).masked_fill(excluded, math.inf).argmin())
    return number // errors.shape[1], number % errors.shape[1]
