"""Criteria of `train_sorter`."""

from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.hidden_tests.decoders import training
from autograder.hidden_tests.decoders.drawn import SEQ
from autograder.hidden_tests.decoders.learning import ENOUGH, TASKS, learn
from autograder.hidden_tests.drawing import seeds
from autograder.hidden_tests.expectations import after, expect
from autograder.student import Student

TASK = TASKS["sort"]
few = st.integers(1, 4)


def training_reacts(student: Student) -> None:
    """Training does something."""
    training.expect_reacts(student, TASK)


@after(training_reacts)
@settings(max_examples=3)
@given(st.integers(1, 6), few, seeds)
def test_train_sorter_returns_losses(student: Student, steps: int, batch_size: int, seed: int) -> None:
    """It returns one loss for each step, in a list of numbers."""
    training.expect_a_loss_for_each_step(student, TASK, steps, batch_size, seed)


@after(training_reacts)
@settings(max_examples=3)
@given(st.integers(2, 9), seeds)
def test_train_sorter_loss_is_mean_cross_entropy(student: Student, batch_size: int, seed: int) -> None:
    """The loss is a mean: for a model that gives all digits the same logit it is ln 10 = 2.3026."""
    training.expect_mean_cross_entropy(student, TASK, batch_size, seed)


@after(training_reacts)
@settings(max_examples=2)
@given(few, seeds, seeds)
def test_train_sorter_trains_the_given_model(student: Student, batch_size: int, seed: int, of_seed: int) -> None:
    """After a few steps all matrices of the model that was handed over have moved."""
    training.expect_model_trained(student, TASK, batch_size, seed, of_seed)


@after(training_reacts)
@settings(max_examples=2)
@given(few, seeds, seeds)
def test_train_sorter_uses_learning_rate(student: Student, batch_size: int, seed: int, of_seed: int) -> None:
    """The learning rate is lr: with lr = 0 no parameter moves."""
    training.expect_learning_rate_used(student, TASK, batch_size, seed, of_seed)


@after(training_reacts)
@settings(max_examples=2)
@given(st.integers(4, 6), seeds)
def test_train_sorter_draws_fresh_digits(student: Student, batch_size: int, seed: int) -> None:
    """Each step draws batch_size new sequences of ten digits, each from 0 to 9."""
    training.expect_fresh_digits(student, TASK, SEQ, batch_size, seed)


@after(training_reacts)
@settings(max_examples=2)
@given(st.integers(2, 4), seeds, seeds)
def test_train_sorter_follows_seed(student: Student, batch_size: int, seed: int, of_seed: int) -> None:
    """The same model and the same seed give the same losses, another seed gives others.

    What need not be given is as in the exercise.
    """
    training.expect_seed_followed(student, TASK, batch_size, seed, of_seed)
    training.expect_usual_arguments(student, TASK, of_seed)


@after(training_reacts)
@settings(max_examples=3)
@given(few, seeds, st.integers(2, 4))
def test_train_sorter_steps_by_its_own_batch(student: Student, batch_size: int, seed: int, steps: int) -> None:
    """Each step follows the gradient of its own batch, not the sum of all so far."""
    training.expect_gradient_of_own_batch(student, TASK, batch_size, seed, steps)


def test_train_sorter_learns_to_sort(student: Student) -> None:
    """The model learns: after at most 260 steps 90 % of the digits of new sequences are right."""
    learned = learn(student, TASK)
    share = f"{learned.accuracy:.1%} of the digits of new sequences are right"
    expect(learned.accuracy >= ENOUGH, f"after {learned.steps} steps {share}; a right model has 90 % by then")
