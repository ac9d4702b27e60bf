"""Requests sent ahead: replies that passed before pass again, and nothing else does."""

from collections.abc import Callable
from typing import Any

import pytest

from autograder import bank, examination
from autograder.assignment import Assignment
from autograder.bank import Answer, as_submission
from autograder.course import Course
from autograder.grading import grade
from autograder.result import Outcome
from autograder.sandbox import Sandbox

SEED = "foresight"
CRITERION = "attention_matches_formula"

# A right answer whose 20th call and those after it do something else.
LATER = """
calls = 0
right = attention
def attention(Q, K, V, mask=None):
    global calls
    calls += 1
    if calls > 20:
        {otherwise}
    return right(Q, K, V, mask)
"""


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The tests that were run, one name per case."""
    names: list[str] = []
    original = examination._with_counterexample

    def noted(test: Callable[..., None], *args: Any) -> Callable[..., None]:
        function = original(test, *args)

        def one_example(*args: Any, **kwargs: Any) -> None:
            names.append(test.__name__)
            function(*args, **kwargs)

        return one_example

    monkeypatch.setattr(examination, "_with_counterexample", noted)
    monkeypatch.setattr(examination, "_scripts", {})
    return names


def outcomes(
    attention: Assignment, reference: Answer, sandbox: Sandbox, otherwise: str | None = None, replay: bool = True
) -> dict[str, Outcome]:
    """The outcome of one criterion for the reference, or for one that changes its mind."""
    submission = as_submission(attention, reference)
    if otherwise is not None:
        cell = next(cell for cell in submission.notebook.cells if cell.source.startswith("def attention("))
        cell.source += LATER.format(otherwise=otherwise)
    result = grade(submission, attention, sandbox, SEED, only_criteria=[CRITERION], shrink=False, replay=replay)
    return {criterion.id: criterion.outcome for criterion in result.criteria}


def test_replies_that_passed_are_not_looked_at_again(
    attention: Assignment, reference: Answer, sandbox: Sandbox, played: list[str]
) -> None:
    """The first run records the requests, the second the replies, and the third needs no test."""
    counts = []
    for _ in range(3):
        played.clear()
        assert outcomes(attention, reference, sandbox) == {CRITERION: Outcome.PASSED}
        counts.append(len(played))
    assert counts[0] == counts[1] > 20
    assert counts[2] == 0


@pytest.mark.parametrize(
    ("otherwise", "outcome"),
    [
        ("return right(2 * Q, K, V, mask)", Outcome.FAILED),
        ("raise ValueError", Outcome.FAILED),
        ("import os; os._exit(0)", Outcome.CRASHED),
        ("while True: pass", Outcome.TIMED_OUT),
    ],
)
def test_one_other_reply_is_judged_by_the_test(
    attention: Assignment, reference: Answer, sandbox: Sandbox, played: list[str], otherwise: str, outcome: Outcome
) -> None:
    """Wherever it comes: the outcome is that of a run in which nothing is foreseen."""
    for _ in range(3):
        outcomes(attention, reference, sandbox)
    assert outcomes(attention, reference, sandbox, otherwise) == {CRITERION: outcome}
    assert outcomes(attention, reference, sandbox, otherwise, replay=False) == {CRITERION: outcome}
    played.clear()
    assert outcomes(attention, reference, sandbox) == {CRITERION: Outcome.PASSED}
    assert not played


def test_mistakes_fail_after_right_answers_passed(home: Course, sandbox: Sandbox, played: list[str]) -> None:
    """Nothing of a right answer's replies is carried over to a wrong one."""
    assignment = Assignment.load(home, "attention")
    reference = bank.reference(home, assignment)
    for _ in range(3):
        grade(as_submission(assignment, reference), assignment, sandbox, SEED)
    for mistake in bank.mistakes(home, assignment)[::15]:
        submission = as_submission(assignment, reference, mistake)
        result = grade(submission, assignment, sandbox, SEED, only_criteria=mistake.fails, shrink=False)
        assert {c.outcome for c in result.criteria} & {Outcome.PASSED} == set(), mistake.stem
