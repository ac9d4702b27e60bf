"""Criteria of `train_copier`."""

from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.hidden_tests.decoders import training
from autograder.hidden_tests.decoders.drawn import BACK, SEQ
from autograder.hidden_tests.decoders.learning import ENOUGH, TASKS, learn
from autograder.hidden_tests.drawing import seeds
from autograder.hidden_tests.expectations import after, expect
from autograder.student import Student

TASK = TASKS["copy"]
few = st.integers(1, 4)


def training_reacts(student: Student) -> None:
    """Training does something."""
    training.expect_reacts(student, TASK)


@after(training_reacts)
@settings(max_examples=5)
@given(st.integers(1, 6), few, seeds)
def test_train_copier_returns_losses(student: Student, steps: int, batch_size: int, seed: int) -> None:
    """It returns one loss for each step, in a list of numbers."""
    training.expect_a_loss_for_each_step(student, TASK, steps, batch_size, seed)


@after(training_reacts)
@settings(max_examples=2)
@given(few, seeds, seeds)
def test_train_copier_trains_the_given_model(student: Student, batch_size: int, seed: int, of_seed: int) -> None:
    """All matrices of the model that was handed over move: by lr, along the gradient of each step's own batch."""
    training.expect_model_trained(student, TASK, batch_size, seed, of_seed)
    training.expect_learning_rate_used(student, TASK, batch_size, seed, of_seed)
    training.expect_gradient_of_own_batch(student, TASK, batch_size, seed, steps=3)


@after(training_reacts)
@settings(max_examples=2)
@given(st.integers(4, 6), seeds)
def test_train_copier_draws_fresh_digits(student: Student, batch_size: int, seed: int) -> None:
    """Each step draws batch_size new sequences of ten digits, each from 0 to 9; the same for the same seed."""
    training.expect_fresh_digits(student, TASK, SEQ - BACK, batch_size, seed)
    training.expect_seed_followed(student, TASK, batch_size, seed, of_seed=seed)
    training.expect_usual_arguments(student, TASK, of_seed=seed)


def test_train_copier_learns_to_copy(student: Student) -> None:
    """The model learns: after at most 120 steps 90 % of the digits of new sequences are right."""
    learned = learn(student, TASK)
    share = f"{learned.accuracy:.1%} of the digits of new sequences are right"
    expect(learned.accuracy >= ENOUGH, f"after {learned.steps} steps {share}; a right model has 90 % by then")
