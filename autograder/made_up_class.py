"""A made-up class: who hands in what, drawn from the bank, with three who try the grader's patience."""

from collections.abc import Iterator

import nbformat

from autograder import bank
from autograder.assignment import Assignment
from autograder.bank import Answer
from autograder.course import Course
from autograder.notebook import Submission

RIGHT = ("ada", "ben", "chen", "dana")
WRONG = ("emil", "fatima", "goran", "hana")

# What the three add to an otherwise right notebook: a cell of their own, after everything else.
ENDLESS = """
def causal_mask(T):
    mask = torch.zeros(T, T, dtype=torch.bool)
    row = 0
    while row < T:
        mask[row, : row + 1] = True  # and never the next row
    return mask
"""
EXITS = """
import os


def to_blocked(mask):
    os._exit(0)
"""
PATCHES = """
torch.allclose = lambda *args, **kwargs: True
torch.equal = lambda *args, **kwargs: True
torch.testing.assert_close = lambda *args, **kwargs: None


def attention(Q, K, V, mask=None):
    m, n = Q.shape[-2], K.shape[-2]
    weights = torch.zeros(*Q.shape[:-1], n)
    return torch.zeros(*Q.shape[:-1], V.shape[-1]), weights
"""
HOSTILE = {"ivan": ENDLESS, "june": EXITS, "kofi": PATCHES}


def handed_in(course: Course, assignment: Assignment) -> Iterator[Submission]:
    """One submission per student, in the order of their names."""
    reference = bank.reference(course, assignment)
    accepted = spread(bank.accepted(course, assignment), len(RIGHT) - 1)
    for student, answer in zip(RIGHT, (reference, *accepted), strict=False):
        yield bank.as_submission(assignment, reference, answer, student=student)
    for student, answer in zip(WRONG, spread(bank.mistakes(course, assignment), len(WRONG)), strict=False):
        yield bank.as_submission(assignment, reference, answer, student=student)
    for student, code in HOSTILE.items():
        submission = bank.as_submission(assignment, reference, student=student)
        if assignment.name == "attention":
            submission.notebook.cells.append(nbformat.v4.new_code_cell(code.strip(), id="own-work"))
        yield submission
    yield bank.as_submission(assignment, student="lena")  # untouched


def spread(answers: tuple[Answer, ...], count: int) -> tuple[Answer, ...]:
    """`count` of the answers, evenly from first to last."""
    if len(answers) <= count:
        return answers
    return tuple(answers[i * len(answers) // count] for i in range(count))
