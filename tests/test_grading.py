"""Grading whole notebooks: what each kind of answer gets, and what the student is told."""

import copy
import json

import nbformat
import pytest

from autograder import bank
from autograder.assignment import Assignment
from autograder.bank import Answer, as_submission
from autograder.course import Course
from autograder.examination import verdict_on
from autograder.grading import grade
from autograder.made_up_class import HOSTILE
from autograder.notebook import Submission
from autograder.result import CriterionResult, Outcome, Result, Status
from autograder.sandbox import Limits, Sandbox

SEED = "a seed"


def graded(submission: Submission, attention: Assignment, sandbox: Sandbox, *parts: str) -> Result:
    """Grade some parts, or all."""
    return grade(submission, attention, sandbox, SEED, parts or None)


def outcomes(result: Result) -> dict[str, Outcome]:
    """Criterion id → outcome."""
    return {criterion.id: criterion.outcome for criterion in result.criteria}


def with_cell(submission: Submission, code: str) -> Submission:
    """The same notebook with one more cell at its end."""
    notebook = copy.deepcopy(submission.notebook)
    notebook.cells.append(nbformat.v4.new_code_cell(code, id="more"))
    return Submission(submission.student, submission.path, submission.sha256, notebook, ())


def test_grading_is_a_function_of_its_inputs(attention: Assignment, reference: Answer, sandbox: Sandbox) -> None:
    """The same submission and seed give the same result, to the letter; the reference gets everything."""
    first, second = (graded(as_submission(attention, reference), attention, sandbox) for _ in range(2))
    assert first.criteria == second.criteria
    assert first.score == first.max_score == 20.5
    assert first.status is Status.GRADED
    assert first.isolation == "full"


def test_the_untouched_notebook_gets_nothing(attention: Assignment, sandbox: Sandbox) -> None:
    """And is told of each part that it is still to be written."""
    result = graded(as_submission(attention), attention, sandbox)
    assert result.score == 0
    assert set(outcomes(result).values()) == {Outcome.NOT_IMPLEMENTED}
    messages = {criterion.id: criterion.message for criterion in result.criteria}
    assert messages["attention_gradients"] == "attention is still to be written."
    assert messages["exercise_2_divisor"] == "exercise_2['divisor'] is still to be answered."


def test_a_counterexample_is_small_and_can_be_typed_in(
    home: Course, attention: Assignment, reference: Answer, sandbox: Sandbox
) -> None:
    """The missing scale: one query, two keys, and both results side by side."""
    path = home.solutions("attention") / "mistakes" / "attention_no_scale.py"
    submission = as_submission(attention, reference, bank.answer(path, attention.parts))
    result = graded(submission, attention, sandbox, "attention")
    (failed,) = (criterion for criterion in result.criteria if criterion.outcome is not Outcome.PASSED)
    assert failed.id == "attention_matches_formula"
    assert failed.message == "without a mask the weights should be softmax(QKᵀ / √d_k) over the keys."
    assert failed.counterexample is not None
    *arguments, call, yours, expected = failed.counterexample.splitlines()
    assert call == "attention(arg1, arg2, arg3)"
    assert all(line.startswith(f"arg{i} = torch.tensor([[[") for i, line in enumerate(arguments, 1))
    assert len(failed.counterexample) < 600
    assert yours.startswith("your weights: torch.tensor(")
    assert expected.startswith("expected: torch.tensor(")


@pytest.mark.parametrize("student", HOSTILE)
def test_hostile_students_get_what_their_code_deserves(
    student: str, attention: Assignment, reference: Answer, sandbox: Sandbox
) -> None:
    """An endless loop, an exit and a patched torch cost their own part, and no other."""
    result = graded(with_cell(as_submission(attention, reference), HOSTILE[student]), attention, sandbox)
    lost = {c.id: c.outcome for c in result.criteria if c.outcome is not Outcome.PASSED}
    if student == "ivan":
        assert lost == dict.fromkeys(
            ("causal_mask_allows_past_and_present", "causal_mask_is_boolean_square"), "timed_out"
        )
    elif student == "june":
        assert lost == dict.fromkeys(("to_blocked_inverts", "to_blocked_leaves_mask_alone"), "crashed")
    else:
        # Zeros for everything: 10.5 points less, and nothing for the patched comparison.
        assert {name.split("_")[0] for name in lost} == {"attention"}
        assert result.score == result.max_score - 10.5


@pytest.mark.parametrize(
    ("code", "remark"),
    [
        ("while True: pass", "was left out: it did not finish within 4 seconds"),
        ("import os; os._exit(0)", "was left out: its process exited with code 0"),
        ("raise SystemExit", None),
        ("1 +", None),
        ("import torch; torch.Tensor.__eq__ = None; del torch.where", None),
    ],
)
def test_a_broken_last_cell_costs_nothing_above_it(
    code: str, remark: str | None, attention: Assignment, reference: Answer, sandbox: Sandbox
) -> None:
    """The functions were defined before it; what was left out is said."""
    result = graded(with_cell(as_submission(attention, reference), code), attention, sandbox, "causal_mask")
    assert result.score == result.max_score
    assert [r.split(" ", 2)[2] for r in result.remarks] == ([remark] if remark else [])


def test_a_part_that_can_not_be_defined_says_why(attention: Assignment, reference: Answer, sandbox: Sandbox) -> None:
    """A syntax error in the cell of a part is named where its criteria are."""
    submission = as_submission(attention, reference)
    next(c for c in submission.notebook.cells if c.get("id") == "causal-mask").source = "def causal_mask(T):\nreturn 1"
    result = graded(submission, attention, sandbox, "causal_mask")
    assert {c.outcome for c in result.criteria} == {Outcome.NOT_IMPLEMENTED}
    assert result.criteria[0].message.startswith("there is no causal_mask: its cell stopped with IndentationError:")


def test_an_answer_that_remembers_is_not_our_fault(attention: Assignment, reference: Answer, sandbox: Sandbox) -> None:
    """A function that is wrong now and then fails its criteria; Hypothesis calls that flaky, and we don't shrug."""
    code = (
        "calls = 0\n\n\ndef causal_mask(T):\n    global calls\n    calls += 1\n"
        "    mask = torch.ones(T, T, dtype=torch.bool).tril()\n"
        "    return ~mask if calls % 7 == 5 else mask"
    )
    result = graded(with_cell(as_submission(attention, reference), code), attention, sandbox, "causal_mask")
    assert result.criteria[0].outcome is Outcome.FAILED
    assert "must not remember earlier calls" in result.criteria[0].message


def test_our_fault_is_no_zero(attention: Assignment, reference: Answer, sandbox: Sandbox) -> None:
    """An unexpected exception in a hidden test has points None and needs attention."""
    verdict = verdict_on(ZeroDivisionError("in a test"))
    assert verdict.outcome is Outcome.HARNESS_ERROR
    with Sandbox(sandbox.level, Limits()) as dead:
        dead._process.kill()
        dead._process.wait()
        result = grade(as_submission(attention, reference), attention, dead, SEED)
    assert {(c.outcome, c.points) for c in result.criteria} == {(Outcome.HARNESS_ERROR, None)}
    assert result.status is Status.NEEDS_ATTENTION


@pytest.mark.parametrize("points", [float("nan"), float("inf"), -1.0, 2.0, None])
def test_a_score_out_of_range_can_not_be_made(points: float | None) -> None:
    """NaN above all: `max(0, min(1, nan))` would be full marks."""
    with pytest.raises(ValueError, match="x: "):
        CriterionResult(id="x", title="", points=points, max_points=1.0, outcome=Outcome.PASSED)


def test_json_has_the_promised_keys(attention: Assignment, sandbox: Sandbox) -> None:
    """One line, schema 1."""
    text = graded(as_submission(attention), attention, sandbox, "to_blocked").to_json()
    assert "\n" not in text
    result = json.loads(text)
    assert set(result) == {
        *("schema", "assignment", "student", "notebook", "submission_sha256", "score", "max_score", "status"),
        *("isolation", "seconds", "criteria", "remarks"),
    }
    assert set(result["criteria"][0]) == {
        *("id", "title", "points", "max_points", "outcome", "message", "counterexample", "mistake"),
        "graded_with_reference",
    }
