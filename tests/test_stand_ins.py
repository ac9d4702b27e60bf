"""No double jeopardy: a part that is right with a correct earlier part keeps its points."""

import pytest

from autograder import bank
from autograder.assignment import Assignment
from autograder.bank import Answer, as_submission
from autograder.course import Course
from autograder.grading import grade
from autograder.result import Outcome, Result
from autograder.sandbox import Sandbox


def mistaken(home: Course, assignment: Assignment, stem: str) -> Answer:
    """One of the known mistakes."""
    return bank.answer(home.solutions(assignment.name) / "mistakes" / f"{stem}.py", assignment.parts)


def lost(result: Result) -> set[str]:
    """The criteria that cost points."""
    return {criterion.id for criterion in result.criteria if criterion.points != criterion.max_points}


def test_a_wrong_part_costs_nothing_in_the_parts_that_use_it(
    home: Course, attention: Assignment, reference: Answer, sandbox: Sandbox
) -> None:
    """The statistics are measured with the student's own Jacobian, which lacks its diagonal."""
    wrong = mistaken(home, attention, "softmax_jacobian_without_diagonal")
    result = grade(as_submission(attention, reference, wrong), attention, sandbox, "0")
    assert lost(result) == set(wrong.fails)
    helped = {c.id: c.graded_with_reference for c in result.criteria if c.graded_with_reference}
    assert helped == {"score_stats_jacobian_norm": ("softmax_jacobian",)}


def test_a_correct_earlier_part_earns_nothing_for_a_wrong_one(
    home: Course, attention: Assignment, reference: Answer, sandbox: Sandbox
) -> None:
    """Both wrong: the later part is charged for its own fault."""
    wrong = mistaken(home, attention, "softmax_jacobian_without_diagonal")
    later = mistaken(home, attention, "score_stats_squared_norm")
    result = grade(as_submission(attention, reference, wrong, later), attention, sandbox, "0")
    assert lost(result) == {*wrong.fails, *later.fails}


@pytest.mark.parametrize("part", ["softmax_jacobian"])
def test_a_stand_in_is_right(
    part: str, home: Course, attention: Assignment, reference: Answer, sandbox: Sandbox
) -> None:
    """It passes the criteria of its part, and what is built on it passes too."""
    path = home.stand_ins() / f"{part}.py"
    result = grade(as_submission(attention, reference, bank.answer(path, attention.parts)), attention, sandbox, "0")
    assert {criterion.outcome for criterion in result.criteria} == {Outcome.PASSED}
    assert not any(criterion.graded_with_reference for criterion in result.criteria)
