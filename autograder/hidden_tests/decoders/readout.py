"""What a model does before, between and after its blocks, found from its parameters without their names.

A model has three tables of the shape (10, d): one for tokens, one for positions and the head's matrix; which is
which is tried out, as is which of the two vectors of the last LayerNorm is its scale. With random parameters no
wrong assignment comes near the right logits.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import permutations

import torch
from torch import Tensor
from torch.nn import functional

from autograder.hidden_tests.decoders.drawn import VOCAB

Norm = Callable[[Tensor], Tensor]


@dataclass
class Pieces:
    """Parameters outside of the blocks, by shape, in float64."""

    tables: list[Tensor] = field(default_factory=list)  # (10, d) each
    vectors: list[Tensor] = field(default_factory=list)  # (d,)
    biases: list[Tensor] = field(default_factory=list)  # (10,)
    unknown: list[Tensor] = field(default_factory=list)

    def decide(self, tables: int) -> bool:
        """Whether there is what the formula needs: a readout with other parts can't be explained from here."""
        return not self.unknown and len(self.tables) == tables and len(self.biases) == 1


def pieces(parameters: dict[str, Tensor], d: int) -> Pieces:
    """Sort parameters by shape. Tables may lie transposed, one below the other, or have axes of size 1."""
    found = Pieces()
    for parameter in parameters.values():
        shape = [size for size in parameter.shape if size != 1]
        value = parameter.double().reshape(shape)
        if len(shape) == 2 and shape[0] == d and shape[1] % VOCAB == 0:
            value, shape = value.mT, shape[::-1]
        if len(shape) == 2 and shape[1] == d and shape[0] % VOCAB == 0:
            found.tables += value.reshape(-1, VOCAB, d).unbind()
        elif shape == [d]:
            found.vectors.append(value)
        elif shape == [VOCAB]:
            found.biases.append(value)
        else:
            found.unknown.append(value)
    return found


def log_probabilities(values: Tensor) -> Tensor:
    """The same for logits, their softmax and its logarithm: raw logits are a criterion of their own."""
    if bool((values >= 0).all()) and bool(((values.sum(-1) - 1).abs() < 1e-4).all()):
        values = values.clamp(min=1e-30).log()
    return values.log_softmax(-1)


def norms(vectors: Sequence[Tensor]) -> Iterator[Norm]:
    """LayerNorms with either vector as the scale."""
    for scale, shift in permutations(vectors, 2):
        yield lambda stream, scale=scale, shift=shift: functional.layer_norm(stream, scale.shape, scale, shift)  # type: ignore[misc] # mypy does not type defaults of a lambda


def readouts_without_blocks(found: Pieces, x: Tensor) -> Iterator[Tensor]:
    """head(LN(token + position)) for every assignment, without positions where there are two tables only."""
    T = x.shape[1]
    for tokens, *positions, head in permutations(found.tables):
        stream = tokens[x] + sum(table[:T] for table in positions)
        for norm in norms(found.vectors):
            yield norm(stream) @ head.T + found.biases[0]


@dataclass
class Stream:
    """What may enter the first block, what may be added after the last, and the head that is left for it."""

    start: Tensor  # (B, T, d)
    late: Tensor  # (T, d)
    head: Tensor


def streams(found: Pieces, x: Tensor) -> list[Stream]:
    """Token plus position for every assignment; also with the positions left out, added after the blocks, or
    counted along the batch, which other criteria charge."""
    B, T = x.shape
    result = []
    for tokens, positions, head in permutations(found.tables):
        rows, none = positions[:T], torch.zeros_like(positions[:T])
        ways = ((rows, none), (none, rows), (none, none), (positions[:B, None], none))
        result += [Stream(tokens[x] + early, late, head) for early, late in ways]
    return result


def readouts_of(found: Pieces, stream: Stream, after_blocks: Tensor) -> Iterator[Tensor]:
    """The head's logits, with the last norm or, which another criterion charges, without it."""
    identity: Norm = lambda values: values  # noqa: E731 - one of several norms
    for norm in (*norms(found.vectors), identity):
        yield norm(after_blocks + stream.late) @ stream.head.T + found.biases[0]


def explained(actual: Tensor, candidates: Iterator[Tensor], tolerance: float) -> bool:
    """Whether some candidate has the log probabilities of `actual`, within `tolerance`."""
    wanted = log_probabilities(actual)
    return any(bool(((log_probabilities(c) - wanted).abs() <= tolerance).all()) for c in candidates)
