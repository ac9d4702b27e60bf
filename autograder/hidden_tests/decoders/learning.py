"""Training until the model has learned, or until the budget ends: a smoke test beside the properties.

A right model of the smallest fitting size (d = 32, one block) is trained by the student's own function in calls
of a few steps and looked at in between, on digits that it has not seen and from logits that are judged here. No
fixed last step is asked for: even a right training dips now and then.
"""

from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor

from autograder.hidden_tests.decoders.drawn import BACK, SEQ, VOCAB, load, logits
from autograder.hidden_tests.expectations import Unmet
from autograder.student import RemoteModule, Student

STEPS = 20  # of one call
ENOUGH = 0.9  # of the tokens: a model without positions never gets past 0.29
FRESH = 300  # sequences to look at: 3000 digits, a standard error of half a percent


@dataclass(frozen=True, kw_only=True)
class Task:
    """What is learned, by what, and in how many steps. Of 200 right trainings none needed more than 180 steps for
    sorting and 60 for copying; the best of the wrong ones, with positions added after the blocks, needs 380."""

    model: str
    train: str
    budget: int
    right: Callable[[Tensor, Tensor], Tensor]  # predicted digits, x → which of those that count are right


TASKS = {
    "sort": Task(
        model="Sorter",
        train="train_sorter",
        budget=260,
        right=lambda predicted, x: predicted == x.sort(dim=1).values,
    ),
    "copy": Task(
        model="CausalCopier",
        train="train_copier",
        budget=120,
        right=lambda predicted, x: predicted[:, BACK:] == x[:, :-BACK],
    ),
}


@dataclass(frozen=True, kw_only=True)
class Learned:
    """How a training went: steps until enough tokens were right, or all, and the best share of right tokens."""

    steps: int
    accuracy: float

    @property
    def enough(self) -> bool:
        """Whether the model has learned its task."""
        return self.accuracy >= ENOUGH


def usual_values(model: RemoteModule, seed: int) -> dict[str, Tensor]:
    """Values of usual size for all tables and matrices of a model, as learning starts faster or slower with others.

    Tables get standard normal numbers, as nn.Embedding does, matrices a tenth of that, about what nn.Linear does
    for 32 inputs. Vectors keep what they have: scales of norms are 1 and biases small in one's own way.
    """
    generator = torch.Generator().manual_seed(seed)
    values = {}
    for name, parameter in model.named_parameters().items():
        if parameter.dim() > 1:
            is_table = any(size % VOCAB == 0 for size in parameter.shape)
            values[name] = torch.randn(parameter.shape, generator=generator) * (1.0 if is_table else 0.1)
    return values


def learn(student: Student, task: Task, seed: int = 0) -> Learned:
    """Train a new model of the student's with the student's function. Other seeds are other initial values and
    other batches; the digits that are looked at stay the same."""
    model = getattr(student, task.model).seeded(seed)(d=32, n_heads=4, n_layers=1)
    if not isinstance(model, RemoteModule):
        raise Unmet(f"{task.model}(d, n_heads, n_layers) should be an nn.Module")
    load(model, usual_values(model, seed))
    train = getattr(student, task.train)
    fresh = torch.randint(VOCAB, (FRESH, SEQ), generator=torch.Generator().manual_seed(2**30))
    best, steps = 0.0, 0
    while best < ENOUGH and steps < task.budget:
        train(model, steps=STEPS, batch_size=64, lr=3e-3, seed=1000 * seed + steps)
        steps += STEPS
        right = task.right(logits(model, fresh).argmax(dim=-1), fresh)
        best = max(best, float(right.double().mean()))
    return Learned(steps=steps, accuracy=best)
