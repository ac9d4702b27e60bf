"""What several kinds of block must do alike, for a criterion of each to call."""

from typing import Any

import torch
from torch import Tensor

from autograder.hidden_tests.block.bench import Bench, attention_values, feed_forward
from autograder.hidden_tests.block.drawn import MOVED, Values, built, leak, of_shape, rounding, scrambled
from autograder.hidden_tests.drawing import Numbers
from autograder.hidden_tests.expectations import Unmet, expect, expect_close, expect_tensor
from autograder.student import RemoteFunction, RemoteModule, Student


def expect_reacts(module: RemoteModule, *args: Tensor) -> None:
    """Raise Unmet unless a change at one position of the first argument moves the result there and elsewhere.

    An answer that ignores its input, or returns it as it is, has no outputs to compare with one another.
    """
    of = Numbers(1)
    scrambled(module, of)
    x, *others = args
    changed = x.clone()
    changed[0, 0] = of.normal(x.shape[-1])
    before, after = (of_shape(module(stream, *others), x) for stream in (x, changed))
    moved = (after - before).abs().amax(-1)
    message = "a change of one position should change the result there"
    expect(bool(moved[0, 0] > MOVED), message, ("change of the result", moved))
    moved[0, 0] = 0
    message = "a change of one position should show at others too: attention moves information between positions"
    expect(bool(moved.max() > MOVED), message, ("change of the result", moved))


def block_reacts(student: Student) -> None:
    """A change somewhere shows there and elsewhere. In a copy of x there is nothing to compare."""
    expect_reacts(built(student.TransformerBlock, 6, 2), Numbers(2).normal(2, 3, 6))


def expect_parameter_count(module: RemoteModule, expected: int, formula: str) -> None:
    """Raise Unmet unless the module has so many trainable parameters."""
    shapes = {name: tuple(value.shape) for name, value in module.named_parameters().items()}
    count = sum(torch.Size(shape).numel() for shape in shapes.values())
    expect(
        count == expected, f"{formula} = {expected} trainable parameters are expected, but there are {count}: {shapes}"
    )


def expect_gradients(module: RemoteModule, of: Numbers, *args: Tensor) -> None:
    """Raise Unmet unless every parameter and every argument gets a gradient, and that of the first one is right."""
    scrambled(module, of)
    x, *others = args
    before = of_shape(module(*args), x)
    cotangent = of.normal(*x.shape)
    wrt = tuple(range(len(args)))
    gradients = module.forward.gradients(*args, wrt=wrt, cotangents=(cotangent,))
    for number, gradient in enumerate(gradients):
        if gradient is None:
            raise Unmet(f"no gradient reaches argument {number + 1}: something cuts it off from the result")
    found = module.forward.parameter_gradients(*args, cotangents=(cotangent,))
    missing = sorted(name for name, gradient in found.items() if gradient is None)
    expect(not missing, f"no gradient reaches these parameters, which take no part in the result: {missing}")
    gradient = expect_tensor(gradients[0], x.shape, "the gradient of x").double()
    # Along the cotangent itself, where the residual path alone contributes |cotangent|². A step of 0.2 % of it keeps
    # the third-order error of a central difference and the rounding of float32 to about 1e-3 of the slope each,
    # even beside a norm of vectors that hardly vary.
    step = 0.002 * cotangent
    ends = [of_shape(module(x + sign * step, *others), x) for sign in (1, -1)]
    slope = ((ends[0] - ends[1]) * cotangent).sum() / 0.004
    size = float(cotangent.square().sum()) * (1 + float(gradient.abs().max()) + 1e-2 * float(before.abs().max()))
    message = "the gradient of x should agree with how the result really changes with x"
    expect_close((gradient * cotangent).sum(), slope, 1e-2 * size, message, "gradient of x, along one direction")


def mask_of(kind: str, of: Numbers, B: int, T: int, S: int) -> Tensor:
    """A boolean mask over S keys that forbids something, and nothing entirely."""
    match kind:
        case "causal":
            return torch.ones(T, S, dtype=torch.bool).tril()
        case "padding":
            return of.mask(B, 1, 1, S)
        case _:
            return of.mask(B, 1, T, S)


def expect_mask_respected(module: RemoteModule, of: Numbers, x: Tensor) -> None:
    """Raise Unmet unless self-attention masks of all kinds let through what they allow, and nothing else."""
    scrambled(module, of)
    B, T, d = x.shape
    plain = of_shape(module(x), x)
    everything = of_shape(module(x, mask=torch.ones(T, T, dtype=torch.bool)), x)
    expect_close(everything, plain, rounding(plain), "a mask that allows everything should change nothing", "result")
    for kind in ("causal", "padding", "full"):
        mask = mask_of(kind, of, B, T, T)
        masked = of_shape(module(x, mask=mask), x)
        for key in range(T):
            changed = x.clone()
            changed[:, key] = of.normal(B, d)
            moved = (of_shape(module(changed, mask=mask), x) - masked).abs().amax(-1)  # (B, T)
            allowed = mask.expand(B, 1, T, T)[:, 0, :, key].clone()  # (B, T)
            allowed[:, key] = True  # by the residual path
            expect_influence(moved, allowed, masked, f"position {key}")


def expect_influence(moved: Tensor, allowed: Tensor, result: Tensor, what: str) -> None:
    """Raise Unmet unless a change moved the result where it may, and nowhere else; both are (B, T)."""
    leaked = moved.masked_fill(allowed, 0.0)
    message = f"a change at {what} should not show where the mask forbids to look there"
    expect(float(leaked.max()) <= leak(result), message, ("change of the result", moved.float()))
    blocked = moved.masked_fill(~allowed, torch.inf)
    message = f"a change at {what} should show wherever the mask allows to look there"
    expect(float(blocked.min()) > MOVED, message, ("change of the result", moved.float()))


def expect_sublayers_in_sequence(
    student: Student, make: RemoteFunction, d: int, h: int, x: Tensor, of: Numbers
) -> None:
    """Raise Unmet unless the whole block is its feed-forward step on the result of its attention step.

    Each step is measured on the student's own block, with the other one silent.
    """
    bench = Bench(built(make, d, h))
    feed = feed_forward(student, bench, d, of)
    attention = attention_values(student, bench, d, h, of, feed)
    if not feed.values or not attention or not bench.passes_on(x):
        return  # a layout that shapes do not tell apart, or no residual: the other criteria decide
    first = bench.with_only(attention, x)
    second = bench.with_only(feed.values, first.float())
    both = bench.with_only({**attention, **feed.values}, x)
    message = "the block should be the feed-forward step, applied to the result of the attention step"
    expect_close(both, second, rounding(second), message, "result")


def expect_batch_alone(module: RemoteModule, of: Numbers, *args: Tensor) -> None:
    """Raise Unmet unless each sequence of a batch gets what it gets alone."""
    scrambled(module, of)
    x = args[0]
    together = of_shape(module(*args), x)
    for index in range(x.shape[0]):
        one = tuple(argument[index : index + 1] for argument in args)
        found = of_shape(module(*one), one[0])
        expected = together[index : index + 1]
        message = f"sequence {index} of the batch should be treated as it is alone"
        expect_close(found, expected, rounding(together), message, "result for the sequence alone")


def expect_vectors_alone(module: RemoteModule, of: Numbers, d: int) -> None:
    """Raise Unmet unless tensors with any leading axes work, and each vector gets what it gets alone."""
    for leading in ((), (1,), (3,), (3, 1), (2, 4), (2, 1, 3)):
        # Of different lengths, so that an average over several vectors shows.
        lengths = torch.arange(1, 1 + torch.Size(leading).numel()).reshape(*leading, 1)
        x = lengths * of.normal(*leading, d)
        found = expect_tensor(module(x), x.shape, "the result").double().reshape(-1, d)
        for vector, together in list(zip(x.reshape(-1, 1, d), found, strict=True))[:3]:
            alone = of_shape(module(vector), vector)[0]
            message = f"in a tensor of shape {(*leading, d)} each vector should be treated as it is alone"
            expect_close(together, alone, rounding(alone), message, "result")


def expect_untouched(module: RemoteModule, of: Numbers, names: tuple[str, ...], *args: Tensor) -> None:
    """Raise Unmet unless the arguments stay as they are, and a second call gives the same."""
    scrambled(module, of)
    module.train()  # as modules are made
    observed = module.forward.observed(*args, repeats=2)
    for name, before, now in zip(names, args, observed.arguments, strict=True):
        unchanged = isinstance(now, Tensor) and torch.equal(before, now)
        expect(unchanged, f"the call should not change {name}", (f"{name} before", before), (f"{name} after", now))
    first, second = (of_shape(value, args[0]) for value in observed.values)
    expect(torch.equal(first, second), "a second call with the same arguments should give the same")
    expect(not observed.rng_moved, "without dropout, the module should not touch PyTorch's random generator")


def reading(bench: Bench, values: Values, x: Tensor, of: Numbers, *others: Any) -> tuple[Tensor, Tensor]:
    """What one sublayer adds for x, and for x with every vector stretched and shifted by numbers of its own."""
    B, T, _ = x.shape
    stretch = of.normal(B, T, 1).abs() * 4 + 0.5
    shift = 3 * of.normal(B, T, 1)
    stretched = stretch * x + shift
    bench.only({})
    silent = [bench.result(stream, *others) for stream in (x, stretched)]
    bench.only(values)
    found = [bench.result(stream, *others) for stream in (x, stretched)]
    return found[0] - silent[0], found[1] - silent[1]


def same_answer(module: RemoteModule, other: RemoteModule, of: Numbers) -> None:
    """Give two modules of one class the same random parameters, in the order in which they stand there."""
    values = scrambled(module, of)
    names = other.named_parameters()
    load_in_order(other, names, list(values.values()))


def load_in_order(module: RemoteModule, names: Values, values: list[Tensor]) -> None:
    """Give the parameters `names` these values, one after another."""
    module.load_state_dict(dict(zip(names, values, strict=True)), False)
