"""No double jeopardy: a part that is right with a correct earlier part keeps its points."""

from pathlib import Path

import pytest

from autograder import bank, grading
from autograder.assignment import Assignment
from autograder.bank import Answer, as_submission
from autograder.course import Course
from autograder.grading import grade
from autograder.result import Outcome, Result, Status
from autograder.sandbox import Sandbox, SandboxFailed


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


def test_our_fault_on_the_second_try_takes_no_point_away(
    home: Course, attention: Assignment, reference: Answer, sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What passed before stays; of the others it can't be told whose fault they are, so they have no points yet."""

    def broken(cells: object, stand_ins: dict[str, str]) -> object:
        if stand_ins:
            raise SandboxFailed("no process left")
        return cells

    monkeypatch.setattr(grading, "in_place", broken)
    wrong = mistaken(home, attention, "softmax_jacobian_without_diagonal")
    result = grade(as_submission(attention, reference, wrong), attention, sandbox, "0")
    assert result.status is Status.NEEDS_ATTENTION
    assert {c.id for c in result.criteria if c.outcome is Outcome.HARNESS_ERROR} == {
        *wrong.fails,
        "score_stats_jacobian_norm",
    }
    assert all(c.points == c.max_points for c in result.criteria if c.outcome is not Outcome.HARNESS_ERROR)


def with_stand_ins() -> list[tuple[str, str]]:
    """Each assignment with each part of it that has a stand-in."""
    root = Path(__file__).parent.parent
    loaded = [Assignment.load(Course.find(root), name) for name in Course.find(root).assignments()]
    return [(assignment.name, part) for assignment in loaded for part in assignment.stand_ins]


@pytest.mark.parametrize(("name", "part"), with_stand_ins())
def test_a_stand_in_is_right(name: str, part: str, home: Course, sandbox: Sandbox) -> None:
    """It passes the criteria of its part, and what is built on it passes too."""
    assignment = Assignment.load(home, name)
    stand_in = bank.answer(home.stand_ins() / f"{part}.py", assignment.parts)
    submission = as_submission(assignment, bank.reference(home, assignment), stand_in)
    result = grade(submission, assignment, sandbox, "0")
    assert [criterion.id for criterion in result.criteria if criterion.outcome is not Outcome.PASSED] == []
    assert not any(criterion.graded_with_reference for criterion in result.criteria)


def test_every_stand_in_is_used(home: Course) -> None:
    """None lies there for a part that no notebook has."""
    used = {part for _, part in with_stand_ins()}
    assert {path.stem for path in home.stand_ins().glob("*.py")} == used


LATER = [name for name, part in with_stand_ins() if part == "attention" and name != "attention"]


@pytest.mark.parametrize("name", LATER)
def test_a_wrong_attention_costs_points_in_attention_only(
    name: str, home: Course, attention: Assignment, sandbox: Sandbox
) -> None:
    """A student who pastes it into the later notebooks, and has all else right, loses nothing there."""
    assignment = Assignment.load(home, name)
    wrong = mistaken(home, attention, "attention_mask_inverted")
    pasted = Answer(wrong.path, wrong.docstring, (), "", {"attention": wrong.definitions["attention"]}, wrong.preamble)
    result = grade(as_submission(assignment, bank.reference(home, assignment), pasted), assignment, sandbox, "0")
    assert lost(result) == set()
    assert {c.graded_with_reference for c in result.criteria} == {(), ("attention",)}
