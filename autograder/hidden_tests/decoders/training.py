"""Properties that both training functions share, each as a function of the names of function and model."""

import math
from typing import Any

import torch
from torch import Tensor

from autograder.hidden_tests.decoders.drawn import VOCAB, built, known, load
from autograder.hidden_tests.decoders.learning import Task
from autograder.hidden_tests.drawing import Numbers
from autograder.hidden_tests.expectations import Unmet, described, expect, expect_number
from autograder.student import RemoteModule, Student, StudentRaised

SURE = 4.0  # the logit of one digit where all others have 0


def train(student: Student, task: Task, model: RemoteModule, *, call_seed: int = 0, **arguments: Any) -> Any:
    """Call the student's training function; `call_seed` moves the seed that it finds set, not the one it is given."""
    return getattr(student, task.train).seeded(call_seed)(model, **arguments)


def expect_losses(value: Any, steps: int | None = None) -> list[float]:
    """What a training function returns, as a list of finite numbers."""
    if not isinstance(value, list) or (steps is not None and len(value) != steps):
        raise Unmet(f"training should return the list of its {steps or ''} losses, but returned {described(value)}")
    losses = [expect_number(item, "a loss") for item in value]
    expect(all(map(math.isfinite, losses)), f"the losses should be finite: {losses}")
    return losses


def fresh_model(student: Student, task: Task, of_seed: int, **sizes: Any) -> tuple[RemoteModule, dict[str, Tensor]]:
    """A new model with known parameters, the same for the same seed."""
    module = built(student, task.model, **sizes)
    parameters = known(module, Numbers(of_seed))
    module.train()
    return module, parameters


def indifferent_model(student: Student, task: Task, digit: int | None = None) -> tuple[RemoteModule, str | None]:
    """A model whose logits are the same whatever it reads: 0, and SURE for `digit`; and its bias's name."""
    module = built(student, task.model)
    zeros = {name: torch.zeros_like(parameter) for name, parameter in module.named_parameters().items()}
    biases = [name for name, value in zeros.items() if tuple(value.shape) == (VOCAB,)]
    if digit is not None and biases:
        zeros[biases[0]][digit] = SURE
    load(module, zeros)
    return module, biases[0] if len(biases) == 1 else None


def share_of(loss: float) -> float:
    """The share of a digit among the targets, from what they cost a model that gives it the logit SURE."""
    return (math.log(VOCAB - 1 + math.exp(SURE)) - loss) / SURE


def expect_reacts(student: Student, task: Task) -> None:
    """Training moves the model, or its losses depend on it: an answer that does nothing earns nothing."""
    returned, moved = [], False
    for of_seed in (1, 2):
        module, before = fresh_model(student, task, of_seed)
        returned.append(str(train(student, task, module, steps=2, batch_size=2, lr=1e-2, seed=0)))
        after = module.named_parameters()
        moved = moved or any(not torch.equal(after[name], value) for name, value in before.items() if name in after)
    message = "training should move the model, or at least return other losses for another model"
    expect(moved or returned[0] != returned[1], message)


def expect_a_loss_for_each_step(student: Student, task: Task, steps: int, batch_size: int, of_seed: int) -> None:
    """The returned list has one finite, positive number for each step."""
    module, _ = fresh_model(student, task, of_seed)
    value = train(student, task, module, steps=steps, batch_size=batch_size, lr=1e-3, seed=of_seed)
    losses = expect_losses(value, steps)
    expect(min(losses) > 0, f"a mean cross-entropy is positive: {losses}")


def expect_mean_cross_entropy(student: Student, task: Task, batch_size: int, seed: int) -> None:
    """The first loss of a model that gives all digits the same logit is ln 10."""
    module, _ = indifferent_model(student, task)
    losses = expect_losses(train(student, task, module, steps=2, batch_size=batch_size, lr=1e-3, seed=seed))
    expect(len(losses) > 0, "training should return the losses of its steps, but returned none")
    message = f"where all logits are 0, the first loss should be ln 10 = 2.3026, but is {losses[0]:.4f}"
    expect(abs(losses[0] - math.log(VOCAB)) < 1e-3, message)


def expect_model_trained(student: Student, task: Task, batch_size: int, seed: int, of_seed: int) -> None:
    """After a few steps, every matrix of the model that was handed over has moved."""
    module, before = fresh_model(student, task, of_seed)
    train(student, task, module, steps=3, batch_size=batch_size, lr=1e-2, seed=seed)
    after = module.named_parameters()
    still = [name for name, value in before.items() if value.dim() > 1 and torch.equal(after[name], value)]
    expect(not still, f"after three steps these parameters of the model are what they were: {', '.join(still[:4])}")


def expect_learning_rate_used(student: Student, task: Task, batch_size: int, seed: int, of_seed: int) -> None:
    """With lr = 0 nothing moves."""
    module, before = fresh_model(student, task, of_seed)
    train(student, task, module, steps=2, batch_size=batch_size, lr=0.0, seed=seed)
    after = module.named_parameters()
    moved = [name for name, value in before.items() if not torch.equal(after[name], value)]
    expect(not moved, f"with lr=0.0 no parameter should move, but these do: {', '.join(moved[:4])}")


def expect_fresh_digits(student: Student, task: Task, targets: int, batch_size: int, seed: int) -> None:
    """Each step draws batch_size sequences of 10 digits from 0 to 9, `targets` of each to be predicted.

    A model that reads nothing and prefers one digit tells by its loss how many of the targets are this digit.
    """
    # At least 224 targets: by chance a digit is missing once in 10¹⁰ times. Steps of 128 sequences, say, seldom have
    # whole counts; where lr is ignored, which is charged once, a bias that moves puts them off by less than 0.2.
    steps, found = 8, {}
    for digit in (0, 9):
        module, bias = indifferent_model(student, task, digit)
        if bias is None:
            return
        losses = expect_losses(train(student, task, module, steps=steps, batch_size=batch_size, lr=0.0, seed=seed))
        counts = [share_of(loss) * batch_size * targets for loss in losses]
        off = [count for count in counts if abs(count - round(count)) > 0.2]
        message = f"a step should have {batch_size} sequences with {targets} targets each: for {digit} it has"
        expect(not off, f"{message} {off[0] if off else 0:.2f} of them in some step")
        expect(sum(counts) > 0.5, f"among the digits of {steps} steps there should be some that are {digit}")
        found[digit] = [round(count) for count in counts]
    anew = any(len(set(counts)) > 1 for counts in found.values())
    expect(anew, f"each step should draw digits anew, but of zeros and nines each has the same number: {found}")


def expect_seed_followed(student: Student, task: Task, batch_size: int, seed: int, of_seed: int) -> None:
    """The same model and seed give the same losses, another seed gives others."""
    runs = []
    nothing = "training should return the losses of its steps, but returned none"
    for own, call_seed in ((seed, 0), (seed, 1), (seed + 1, 0)):
        module, _ = fresh_model(student, task, of_seed)
        value = train(student, task, module, call_seed=call_seed, steps=3, batch_size=batch_size, lr=1e-3, seed=own)
        losses = expect_losses(value)
        expect(len(losses) > 0, nothing)
        runs.append(torch.tensor(losses))
    first, again, other = runs
    expect(first.shape == again.shape == other.shape, "three calls with the same number of steps return as many losses")
    comparison = (("first", first), ("again", again), ("with another seed", other))
    expect(bool(((first - again).abs() < 1e-4).all()), "the same seed should give the same losses", *comparison)
    expect(bool((first - other).abs().max() > 1e-4), "another seed should give other losses", *comparison)


def expect_usual_arguments(student: Student, task: Task, of_seed: int) -> None:
    """What need not be given has the value of the exercise. All but `steps`: 600 steps to tell it would be too dear."""
    runs = []
    given: dict[str, Any] = {"batch_size": 128, "lr": 3e-3, "seed": 0}
    for arguments in ({}, given):
        module, _ = fresh_model(student, task, of_seed, d=4, n_heads=1, n_layers=1)
        runs.append(torch.tensor(expect_losses(train(student, task, module, steps=2, **arguments))))
    usual, named = runs
    message = f"{task.train}(model, 2) should be {task.train}(model, 2, batch_size=128, lr=3e-3, seed=0)"
    same = usual.shape == named.shape and bool(((usual - named).abs() <= 1e-5).all())
    expect(same, message, ("losses without them", usual), ("losses with them", named))


def expect_gradient_of_own_batch(student: Student, task: Task, batch_size: int, seed: int, steps: int) -> None:
    """What a step leaves as the gradient is that of its own batch, if it leaves any.

    For a model that reads nothing the gradient of the bias of one digit is its probability minus its share.
    """
    module, bias = indifferent_model(student, task, 4)
    if bias is None:
        return
    losses = expect_losses(train(student, task, module, steps=steps, batch_size=batch_size, lr=0.0, seed=seed))
    try:
        gradient = getattr(module, f"{bias}.__getattribute__")("grad")
    except StudentRaised:
        return
    if not isinstance(gradient, Tensor) or tuple(gradient.shape) != (VOCAB,) or not losses:
        return  # cleared after the step, which is as good
    should = math.exp(SURE) / (VOCAB - 1 + math.exp(SURE)) - share_of(losses[-1])
    found = float(gradient[4])
    if not bool(gradient.any()):
        return  # set to zero after the step
    message = "after the last step the gradient of the head's bias should be that of the last batch alone"
    expect(abs(found - should) < 0.05, f"{message}: {should:.4f} for the digit 4, not {found:.4f}")
