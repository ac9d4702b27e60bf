"""Properties that the sorting and the copying model share, each as a function of one model."""

from collections.abc import Sequence

import torch
from torch import Tensor

from autograder.hidden_tests.decoders.drawn import (
    VOCAB,
    accepted_digits,
    built,
    digits,
    known,
    load,
    logits,
    noticeable,
    other_digit,
    tolerance,
)
from autograder.hidden_tests.decoders.readout import explained, pieces, readouts_of, readouts_without_blocks, streams
from autograder.hidden_tests.drawing import Numbers
from autograder.hidden_tests.expectations import Unmet, expect, expect_close, expect_tensor
from autograder.student import NotImplementedByStudent, RemoteModule, Student, StudentRaised

READOUT_TOLERANCE = 1e-3  # of log probabilities: float32 in a norm of few components, against float64


def parameter_count(module: RemoteModule) -> int:
    """How many trainable numbers the model has."""
    return sum(parameter.numel() for parameter in module.named_parameters().values())


def expect_parameters_outside_blocks(module: RemoteModule, name: str, should: int) -> None:
    """A model with n_layers = 0 has `should` parameters."""
    parameters = module.named_parameters()
    count, shapes = parameter_count(module), {key: tuple(value.shape) for key, value in parameters.items()}
    expect(count == should, f"{name} without blocks should have {should} parameters, but has {count}: {shapes}")


def expect_usual_sizes(student: Student, name: str) -> None:
    """Without sizes the class makes the model that d=64, n_heads=4, n_layers=2 makes, from the same seed."""
    modules = [getattr(student, name)(), built(student, name, d=64, n_heads=4, n_layers=2)]
    usual, named = ({key: tuple(p.shape) for key, p in module.named_parameters().items()} for module in modules)
    message = f"{name}() should be {name}(d=64, n_heads=4, n_layers=2)"
    expect(usual == named, f"{message}, but their parameters have other names or shapes")
    x = accepted_digits(modules[0], Numbers(2), 2, 5)
    for module in modules:
        known(module, Numbers(1))
    first, second = (logits(module, x) for module in modules)
    expect_close(first, second, tolerance(second), message, "logits")


def expect_blocks_of_their_own(student: Student, name: str, d: int, n_heads: int) -> None:
    """Each further block brings as many parameters as the first."""
    counts = [parameter_count(built(student, name, d=d, n_heads=n_heads, n_layers=n)) for n in range(1, 4)]
    each_its_own = counts[2] - counts[1] == counts[1] - counts[0] > 0
    expect(each_its_own, f"with 1, 2 and 3 blocks {name} has {counts} parameters: each block should bring its own")


def expect_reads_out_embeddings(module: RemoteModule, d: int, x: Tensor, of: Numbers, tables: int) -> None:
    """Without blocks the logits are head(LN(token + position))."""
    found = pieces(known(module, of), d)
    actual = logits(module, x)
    if found.decide(tables):
        right = explained(actual, readouts_without_blocks(found, x), READOUT_TOLERANCE)
        what = "token + position" if tables == 3 else "token"
        expect(right, f"without blocks the logits should be head(LayerNorm({what}))", ("your logits", actual))


def expect_chains_blocks(student: Student, name: str, d: int, n_heads: int, n_layers: int, of: Numbers) -> None:
    """The blocks, taken one after another, explain the logits.

    Each block is held against a TransformerBlock of the student's own with the same parameters. A model that
    keeps its blocks in another way, or has no such class, is not judged here.
    """
    module = built(student, name, d=d, n_heads=n_heads, n_layers=n_layers)
    parameters = known(module, of)
    try:
        blocks = [student.TransformerBlock(d, n_heads) for _ in range(n_layers)]
    except (StudentRaised, NotImplementedByStudent):
        return
    if not all(isinstance(block, RemoteModule) for block in blocks):
        return
    own = list(blocks[0].named_parameters())
    prefixes = prefixes_of_blocks(list(parameters), own)
    found = pieces({k: v for k, v in parameters.items() if not k.startswith(tuple(prefixes))}, d)
    if not prefixes:
        empty = built(student, name, d=d, n_heads=n_heads, n_layers=0)
        any_block = parameter_count(module) > parameter_count(empty)
        expect(any_block, f"with {n_layers} blocks {name} has the parameters that it has without any")
    if len(prefixes) != n_layers or not found.decide(3) or len(found.vectors) not in (0, 2):
        return
    for block, prefix in zip(blocks, prefixes, strict=True):
        load(block, {key: parameters[prefix + key] for key in own})
    x = accepted_digits(module, of, 2, 5)
    actual, candidates = logits(module, x), streams(found, x)
    B, T = x.shape
    causal = torch.ones(T, T, dtype=torch.bool).tril()
    for chain in (blocks, blocks[::-1]):
        for mask in (None, causal):  # which keys a position sees is the affair of other criteria
            values = torch.cat([stream.start for stream in candidates]).float()
            for block in chain:
                block.eval()
                values = expect_tensor(block(values, mask=mask), values.shape, "the output of your block")
            ends = values.double().reshape(-1, B, T, d)
            for stream, end in zip(candidates, ends, strict=True):
                if explained(actual, readouts_of(found, stream, end), READOUT_TOLERANCE):
                    return
    raise Unmet(f"the {n_layers} blocks, each fed with what the one before returned, should give the logits")


def prefixes_of_blocks(names: Sequence[str], own: Sequence[str]) -> list[str]:
    """What stands before the parameter names of a block in those of the model, once for each block."""
    ends = [name.removesuffix(own[0]) for name in names if name.endswith(own[0])]
    return [prefix for prefix in ends if prefix and all(prefix + name in names for name in own)]


def expect_tells_positions_apart(module: RemoteModule, of: Numbers, B: int, T: int) -> None:
    """Where all digits are the same, no two positions have the same logits."""
    known(module, of)
    x = torch.full_like(accepted_digits(module, of, B, T), int(digits(of)))
    rows = logits(module, x)[0]
    gaps = (rows[:, None] - rows).abs().amax(-1).fill_diagonal_(torch.inf)
    message = "equal digits at different positions should get different logits"
    expect(bool((gaps > noticeable(rows)).all()), message, ("your logits", rows))


def expect_positions_before_attention(module: RemoteModule, of: Numbers, T: int) -> None:
    """If two digits change places, the last position, which sees both, notices."""
    known(module, of)
    x = accepted_digits(module, of, 1, T)
    x[:, 1] = (x[:, 0] + 1 + int(digits(of)) % (VOCAB - 1)) % VOCAB
    swapped = x.clone()
    swapped[:, [0, 1]] = x[:, [1, 0]]
    before, after = logits(module, x), logits(module, swapped)
    moved = (before - after)[:, 2:].abs().max()
    message = "if the first two digits change places, the logits at the other positions should notice"
    expect(bool(moved > noticeable(before)), message, ("before", before[0, -1]), ("after", after[0, -1]))


def expect_sequences_independent(module: RemoteModule, of: Numbers, B: int, T: int) -> None:
    """A sequence alone gets the logits that it gets in a batch."""
    known(module, of)
    x = accepted_digits(module, of, B, T)
    together = logits(module, x)
    for b in range(B):
        alone = logits(module, x[b : b + 1])
        message = "a sequence should get the same logits alone as in a batch"
        expect_close(alone, together[b : b + 1], tolerance(together), message, "logits of it alone")


def expect_every_parameter_used(module: RemoteModule, of: Numbers, B: int, T: int) -> None:
    """A gradient reaches every parameter."""
    known(module, of)
    x = accepted_digits(module, of, B, T)
    cotangent = of.normal(*logits(module, x).shape)
    if module(x).shape != cotangent.shape:
        cotangent = cotangent.mT
    gradients = module.forward.parameter_gradients(x, cotangents=(cotangent,))
    unused = [name for name, gradient in gradients.items() if gradient is None]
    expect(not unused, f"no gradient reaches {', '.join(unused[:4])}: the logits do not depend on it")


def expect_repeatable(module: RemoteModule, of: Numbers, B: int, T: int) -> None:
    """The same digits give the same logits, in training as in evaluation, and stay as they are."""
    known(module, of)
    x = accepted_digits(module, of, B, T)
    module.train()
    observed = module.forward.observed(x, repeats=2)
    first, second = (expect_tensor(value, None, "the logits") for value in observed.values)
    after = observed.arguments[0]
    unchanged = isinstance(after, Tensor) and torch.equal(x, after)
    expect(unchanged, "the model should not change the digits that it reads", ("before", x), ("after", after))
    expect(torch.equal(first, second), "a second call with the same digits should give the same logits")
    module.eval()
    message = "after model.eval() the logits should be the same: there is no dropout"
    evaluated = expect_tensor(module(x), first.shape, "the logits")
    expect_close(evaluated, first, tolerance(first), message, "logits in evaluation")


def moved_by(module: RemoteModule, of: Numbers, x: Tensor, position: int) -> tuple[Tensor, Tensor]:
    """Logits of x, and by how much each position's move when the digit at `position` becomes another: (T,)."""
    before = logits(module, x)
    after = logits(module, other_digit(of, x, position))
    return before, (before - after).abs().amax(dim=(0, 2))
