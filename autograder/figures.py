"""The chapter's printed figures beside what the reference solutions give on this machine.

Each function follows one section of the chapter: the same seed, the same draws in the same order. What is
exact on paper has to come out as printed; what is rounding has to stay rounding, whichever digits it has; and
where a figure can't come out again, its note says why, and what to check instead.
"""

import importlib.util
import math
from collections.abc import Iterator
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import torch
from torch import Tensor, nn

from autograder.course import Course

ROUNDING = 2e-6  # a few units in the last place of float32 numbers of the size of 1 to 10
TRAINED = "differs with PyTorch's version and threads; the claim is that nearly all is sorted, whatever the seed"


@dataclass(frozen=True)
class Figure:
    """One printed number. `tolerance` is how far ours may be away; `None` where the figure can't be repeated."""

    section: str
    name: str
    printed: float
    reproduced: float
    tolerance: float | None
    note: str = ""

    @property
    def holds(self) -> bool:
        """Whether ours is the printed number, as far as it can be."""
        return self.tolerance is None or abs(self.printed - self.reproduced) <= self.tolerance


def figures(course: Course, *, trained: bool) -> Iterator[Figure]:
    """All figures in the chapter's order; those that need training, about a minute, only if `trained`."""
    reference = {name: _reference(course, name) for name in course.assignments()}
    yield from soft_lookup(reference["attention"])
    yield from attention(reference["attention"])
    yield from variance(reference["attention"])
    yield from multihead(reference["multihead"])
    yield from positions(reference["positions"])
    yield from block(reference["block"])
    if trained:
        yield from sorting(reference["decoders"])
        yield from copying(reference["decoders"])
    yield from by_hand(reference["attention"], reference["block"])


def _reference(course: Course, name: str) -> ModuleType:
    """A reference solution as a module; it is ours, and runs here."""
    spec = importlib.util.spec_from_file_location(f"reference_{name}", course.solutions(name) / "reference.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def soft_lookup(reference: Any) -> Iterator[Figure]:
    """Three keys, and a query near the second: from an average to a lookup."""
    section = "soft lookup"
    keys = torch.tensor([[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]])
    values, query = torch.tensor([10.0, 20.0, 30.0]), torch.tensor([0.1, 0.9])
    for sharpness, printed, average in (
        (0.1, (0.326, 0.354, 0.320), 19.94),
        (1.0, (0.247, 0.550, 0.202), 19.55),
        (5.0, (0.018, 0.976, 0.007), 19.89),
        (50.0, (0.0, 1.0, 0.0), 20.00),
    ):
        output, weights = reference.soft_lookup(query, keys, values, sharpness)
        for i, (on_paper, weight) in enumerate(zip(printed, weights.tolist(), strict=True), 1):
            yield Figure(section, f"sharpness {sharpness:g}, weight {i}", on_paper, weight, 0.0005)
        yield Figure(section, f"sharpness {sharpness:g}, output", average, output.item(), 0.005)


def attention(reference: Any) -> Iterator[Figure]:
    """Beside PyTorch's own attention, without a mask and with the causal one."""
    section = "attention"
    torch.manual_seed(0)
    Q, K, V = torch.randn(2, 5, 8), torch.randn(2, 5, 8), torch.randn(2, 5, 8)
    out, _ = reference.attention(Q, K, V)
    causal = reference.causal_mask(5)
    out_causal, weights = reference.attention(Q, K, V, causal)
    theirs = nn.functional.scaled_dot_product_attention
    yield Figure(section, "difference to PyTorch", 2.38e-07, _gap(out, theirs(Q, K, V)), ROUNDING)
    yield Figure(section, "… with a causal mask", 1.19e-07, _gap(out_causal, theirs(Q, K, V, causal)), ROUNDING)
    printed = ((1.0,), (0.84, 0.16), (0.26, 0.11, 0.62), (0.44, 0.06, 0.06, 0.44), (0.32, 0.25, 0.08, 0.18, 0.18))
    for t, row in enumerate(printed):
        for s, on_paper in enumerate(row):
            yield Figure(section, f"causal weight [{t}, {s}]", on_paper, weights[0, t, s].item(), 0.005)


def variance(reference: Any) -> Iterator[Figure]:
    """Why scores are divided by √d_k: the table."""
    torch.manual_seed(0)
    names = ("score_std", "max_weight", "max_weight_scaled", "jacobian_norm", "jacobian_norm_scaled")
    for d_k, *printed in (
        (4, 1.99, 0.526, 0.342, 0.342, 0.360),
        (16, 3.97, 0.741, 0.352, 0.260, 0.364),
        (64, 8.00, 0.878, 0.362, 0.148, 0.366),
        (256, 16.14, 0.939, 0.364, 0.081, 0.366),
        (1024, 32.10, 0.967, 0.362, 0.045, 0.366),
    ):
        stats = reference.score_stats(int(d_k))
        for name, on_paper in zip(names, printed, strict=True):
            tolerance = 0.0051 if name == "score_std" else 0.00051
            yield Figure("variance", f"d_k = {d_k}, {name}", on_paper, stats[name], tolerance)


def multihead(reference: Any) -> Iterator[Figure]:
    """Beside nn.MultiheadAttention with the same parameters."""
    section = "multi-head"
    torch.manual_seed(0)
    ours, theirs = reference.MultiHeadAttention(32, 4), nn.MultiheadAttention(32, 4, batch_first=True)
    own = dict(ours.named_parameters())
    weights, biases = (list(own.values())[start::2] for start in (0, 1))  # queries, keys, values, output
    with torch.no_grad():
        theirs.in_proj_weight.copy_(torch.cat(weights[:3]))
        theirs.in_proj_bias.copy_(torch.cat(biases[:3]))
        theirs.out_proj.weight.copy_(weights[3])
        theirs.out_proj.bias.copy_(biases[3])
    x = torch.randn(3, 6, 32)
    expected, expected_weights = theirs(x, x, x)
    yield Figure(section, "difference to PyTorch", 8.94e-08, _gap(ours(x), expected), ROUNDING)
    mean_weights = ours.last_weights.mean(1)
    yield Figure(section, "… of the weights", 2.98e-08, _gap(mean_weights, expected_weights), ROUNDING)
    allowed = torch.ones(6, 6, dtype=torch.bool).tril()
    expected, _ = theirs(x, x, x, attn_mask=~allowed)
    yield Figure(section, "… with a causal mask", 8.94e-08, _gap(ours(x, mask=allowed), expected), ROUNDING)
    yield Figure(section, "parameters, d = 32", 4224, _size(ours), 0)
    yield Figure(section, "parameters by the formula", 4224, reference.mha_parameters(32), 0)


def positions(reference: Any) -> Iterator[Figure]:
    """A step of 7 as a matrix, the size of a learned table, and rotary scores."""
    section = "positions"
    table = reference.sinusoidal_encoding(100, 64)
    fitted = torch.linalg.lstsq(table[:80], table[7:87]).solution
    note = "float32 least squares finds another rank on each machine (1e-6 to 1); see the next line"
    yield Figure(section, "error of a fitted shift by 7", 3.3e-06, _gap(table[:80] @ fitted, table[7:87]), None, note)
    shift = reference.shift_matrix(7, 64)
    note = "the rotation itself, which needs no fit"
    yield Figure(section, "error of the exact shift by 7", 3.3e-06, _gap(table[:80] @ shift, table[7:87]), 2e-5, note)
    yield Figure(section, "learned table, 100 × 64", 6400, _size(reference.LearnedPositions(100, 64)), 0)
    torch.manual_seed(0)
    q, k = torch.randn(16), torch.randn(16)
    queries, keys = reference.rope(q.expand(64, 16)), reference.rope(k.expand(64, 16))
    for m, n, printed in ((5, 2, -4.2207), (20, 17, -4.2207), (60, 57, -4.2207), (10, 2, -0.9723)):
        yield Figure(section, f"rotary score, q at {m}, k at {n}", printed, (queries[m] @ keys[n]).item(), 0.0001)


def block(reference: Any) -> Iterator[Figure]:
    """The size of a block, and its causality."""
    section = "block"
    made = reference.TransformerBlock(64, 4)
    yield Figure(section, "parameters, d = 64", 49_984, _size(made), 0)
    yield Figure(section, "parameters by the formula", 49_984, reference.block_parameters(64), 0)
    torch.manual_seed(0)
    x = torch.randn(2, 10, 64)
    changed = x.clone()
    changed[:, 7] += 1.0
    mask = torch.ones(10, 10, dtype=torch.bool).tril()
    gap = (made(x, mask=mask) - made(changed, mask=mask)).abs().amax(dim=(0, 2))  # (T,)
    yield Figure(section, "change at 7 moves positions 0–6 by", 0, gap[:7].max().item(), ROUNDING)
    yield Figure(section, "… and position 7 (1 = yes)", 1, float(gap[7] > 1e-3), 0)


def sorting(reference: Any) -> Iterator[Figure]:
    """The sorter after 600 steps, with positions and without."""
    x = torch.randint(reference.VOCAB, (2000, reference.SEQ), generator=torch.Generator().manual_seed(123))
    y = x.sort(dim=1).values
    for use_positions, tokens, sequences in ((True, 0.9986, 0.9860), (False, 0.2758, 0.0)):
        torch.manual_seed(0)
        model = reference.Sorter(use_positions=use_positions)
        reference.train_sorter(model)
        with torch.no_grad():
            found = reference.accuracy(model(x), y)
        name = "with positions" if use_positions else "without positions"
        note = TRAINED if use_positions else ""
        yield Figure("sorting", f"{name}, tokens", tokens, found[0], 0.05 if use_positions else 0.01, note)
        yield Figure("sorting", f"{name}, sequences", sequences, found[1], 0.15 if use_positions else 0.001, note)
    bound = reference.ceiling_without_positions(x)
    yield Figure("sorting", "the most possible without positions", 0.2758, bound, 0.02)


def copying(reference: Any) -> Iterator[Figure]:
    """Exercise 5: the copying model after 600 steps."""
    torch.manual_seed(0)
    model = reference.CausalCopier()
    reference.train_copier(model)
    x = torch.randint(reference.VOCAB, (2000, reference.SEQ), generator=torch.Generator().manual_seed(1))
    with torch.no_grad():
        right = model(x)[:, 3:].argmax(-1) == x[:, :-3]
    yield Figure("copying", "positions 3 to 9", 1.0, right.float().mean().item(), 0.001)


def by_hand(attention_reference: Any, block_reference: Any) -> Iterator[Figure]:
    """Exercises 1, 2 and 3."""
    for factor, first, out in ((1.0, 0.8044, 6.08859395980835), (10.0, 1.0, 9.999984741210938)):
        q, V = factor * torch.tensor([[1.0, 0.0]]), torch.tensor([[10.0], [-10.0]])
        output, weights = attention_reference.attention(q, torch.tensor([[2.0, 0.0], [0.0, 2.0]]), V)
        yield Figure("exercise 1", f"query ({factor:g}, 0), weight 1", first, weights[0, 0].item(), 0.00005)
        yield Figure("exercise 1", f"query ({factor:g}, 0), output", out, output.item(), 1e-5)
    divisor = attention_reference.exercise_2["divisor"]
    yield Figure("exercise 2", "divisor, d_k = 64", 4 * math.sqrt(64), divisor, 0)
    d = 768
    sublayer = block_reference.MultiHeadAttention(d, 12)
    yield Figure("exercise 3", "one attention sublayer, d = 768", 2_362_368, _size(sublayer), 0)
    yield Figure("exercise 3", "one block", 7_087_872, _size(block_reference.TransformerBlock(d, 12)), 0)
    yield Figure("exercise 3", "twelve blocks", 85_054_464, 12 * block_reference.block_parameters(d), 0)
    narrower = block_reference.MultiHeadAttention(d, 24)
    yield Figure("exercise 3", "one sublayer with 24 heads", 2_362_368, _size(narrower), 0)


def _gap(ours: Tensor, theirs: Tensor) -> float:
    return (ours - theirs).abs().max().item()


def _size(module: nn.Module) -> int:
    return sum(parameter.numel() for parameter in module.parameters())
