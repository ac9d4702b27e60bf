"""Criteria of the exercises that are answered with numbers."""

import math

import torch
from torch import Tensor

from autograder.hidden_tests.expectations import Unmet, expect_number
from autograder.student import NotImplementedByStudent, Student


def answers(student: Student, name: str, keys: dict[str, int]) -> list[float]:
    """The numbers of a by-hand exercise, `keys` says how many each key holds."""
    given_answers = student.value(name)
    if not isinstance(given_answers, dict):
        raise Unmet(f"{name} should stay a dict")
    values: list[float] = []
    for key, count in keys.items():
        value = given_answers.get(key)
        entries = (
            list(value) if isinstance(value, list) or (isinstance(value, Tensor) and value.dim() == 1) else [value]
        )
        if len(entries) != count:
            raise Unmet(f"{name}[{key!r}] should hold {count} numbers")
        if any(entry is None for entry in entries):
            raise NotImplementedByStudent(f"{name}[{key!r}] is still to be answered")
        values += [expect_number(entry, f"{name}[{key!r}]") for entry in entries]
    return values


def expect_numbers(actual: list[float], expected: list[float], name: str, relative: float = 5e-3) -> None:
    """Raise Unmet unless the numbers agree to three significant digits, or to `relative`; 0 must be 0."""
    for theirs, ours in zip(actual, expected, strict=True):
        if not abs(theirs - ours) <= relative * abs(ours) + 1e-9:
            raise Unmet(f"{name}: {theirs:g} is not right (numbers are compared to three digits)")


def test_exercise_1_scores(student: Student) -> None:
    """The scaled scores of exercise 1."""
    values = answers(student, "exercise_1", {"scaled_scores": 2})
    expect_numbers(values, [2 / math.sqrt(2), 0.0], "scaled_scores")


def test_exercise_1_weights(student: Student) -> None:
    """The weights are the softmax of the scores that stand there, right or wrong."""
    *scores, first, second = answers(student, "exercise_1", {"scaled_scores": 2, "weights": 2})
    expected = torch.tensor(scores, dtype=torch.float64).softmax(0).tolist()
    expect_numbers([first, second], expected, "weights")


def test_exercise_1_output(student: Student) -> None:
    """The outputs follow from the weights and scores that stand there, right or wrong."""
    keys = {"scaled_scores": 2, "weights": 2, "output": 1, "output_sharp": 1}
    a, b, first, second, output, sharp = answers(student, "exercise_1", keys)
    long = torch.tensor([10 * a, 10 * b], dtype=torch.float64).softmax(0).tolist()
    # A difference of two rounded weights: half a percent of each shows in it as up to two.
    expect_numbers([output], [10 * first - 10 * second], "output", relative=2e-2)
    expect_numbers([sharp], [10 * long[0] - 10 * long[1]], "output_sharp", relative=2e-2)


def test_exercise_2_divisor(student: Student) -> None:
    """The divisor that restores unit variance in exercise 2."""
    values = answers(student, "exercise_2", {"divisor": 1})
    expect_numbers(values, [2 * 2 * math.sqrt(64)], "divisor")
