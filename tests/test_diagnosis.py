"""A mistake gets its name when exactly one known mistake explains it, and otherwise none."""

from pathlib import Path

import pytest
import torch

from autograder import bank, examination
from autograder.assignment import Assignment
from autograder.bank import Answer, as_submission
from autograder.course import Course
from autograder.diagnosis import Diagnosis, alike
from autograder.errors import HarnessError
from autograder.grading import grade
from autograder.result import CriterionResult, Outcome
from autograder.sandbox import Sandbox
from autograder.sandbox.inside import wire


@pytest.fixture
def diagnosis(home: Course, attention: Assignment, reference: Answer) -> Diagnosis:
    """One that knows nothing yet of what the mistakes answer."""
    return Diagnosis(attention, reference, bank.mistakes(home, attention))


def missed(diagnosis: Diagnosis, sandbox: Sandbox, *answers: Answer) -> list[CriterionResult]:
    """The criteria that a submission with these answers does not pass."""
    submission = as_submission(diagnosis.assignment, diagnosis.reference, *answers)
    parts = set().union(*(answer.definitions for answer in answers)) or None
    result = grade(submission, diagnosis.assignment, sandbox, "3", parts, shrink=False, diagnosis=diagnosis)
    return [criterion for criterion in result.criteria if criterion.outcome is not Outcome.PASSED]


def known(diagnosis: Diagnosis, stem: str) -> Answer:
    """A mistake of the bank."""
    return next(mistake for mistake in diagnosis.mistakes if mistake.stem == stem)


def test_a_known_mistake_is_named_and_its_hint_said_once(diagnosis: Diagnosis, sandbox: Sandbox) -> None:
    """In every criterion that it failed the file, in the first one the docstring."""
    mistake = known(diagnosis, "attention_mask_inverted")
    found = missed(diagnosis, sandbox, mistake)
    assert len(found) > 1
    assert {criterion.mistake for criterion in found} == {mistake.stem}
    hint = f"A hint: {' '.join(mistake.docstring.split())}"
    assert [criterion.message.endswith(hint) for criterion in found] == [True, *[False] * (len(found) - 1)]


def test_a_name_does_not_depend_on_who_was_graded_before(
    diagnosis: Diagnosis, sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody before, or the whole class: the result is a function of the submission and the seed."""
    mistake = known(diagnosis, "soft_lookup_ignores_sharpness")
    monkeypatch.setattr(examination, "_scripts", {})
    alone = missed(diagnosis, sandbox, mistake)
    missed(diagnosis, sandbox, diagnosis.reference)
    assert missed(diagnosis, sandbox, mistake) == alone
    assert {criterion.mistake for criterion in alone} == {mistake.stem}


def test_two_mistakes_in_two_parts_get_two_names(diagnosis: Diagnosis, sandbox: Sandbox) -> None:
    """Each part is looked at by itself."""
    pair = [known(diagnosis, stem) for stem in ("soft_lookup_ignores_sharpness", "causal_mask_float")]
    assert {criterion.mistake for criterion in missed(diagnosis, sandbox, *pair)} == {answer.stem for answer in pair}


@pytest.mark.parametrize(
    "code",
    [
        "def causal_mask(T):\n    return torch.eye(T, dtype=torch.bool).roll(1, 0)",  # a mistake that nobody knows
        "def causal_mask(T):\n    import os\n    os._exit(0)",
        "def causal_mask(T):\n    while True: pass",
        "def causal_mask(T):\n    raise NotImplementedError",
    ],
)
def test_what_no_known_mistake_explains_has_no_name(diagnosis: Diagnosis, sandbox: Sandbox, code: str) -> None:
    """A wrong name is worse than none."""
    found = missed(diagnosis, sandbox, Answer(Path("own"), "", (), "", {"causal_mask": code}, "import torch"))
    assert found
    assert {criterion.mistake for criterion in found} == {None}


def test_a_fault_while_naming_costs_nobody_a_verdict(
    diagnosis: Diagnosis, sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The outcomes are those of a run without names."""

    def broken(*_: object) -> None:
        raise HarnessError("no process to be had")

    monkeypatch.setattr(diagnosis, "_of", broken)
    found = missed(diagnosis, sandbox, known(diagnosis, "causal_mask_float"))
    assert {(criterion.outcome, criterion.mistake) for criterion in found} == {(Outcome.FAILED, None)}


@pytest.mark.parametrize("part", ["soft_lookup", "softmax_jacobian"])
def test_a_mistake_answers_as_it_does_alone(part: str, diagnosis: Diagnosis, sandbox: Sandbox) -> None:
    """Mistakes of a part follow one another in one process: none leaves anything to the next."""
    criteria = diagnosis._criteria(part)
    requests = diagnosis._requests(sandbox, criteria, "3")
    mistakes = [mistake for mistake in diagnosis.mistakes if set(mistake.definitions) == {part}]
    assert len(mistakes) > 5
    with diagnosis._place(sandbox, diagnosis.reference) as bench:
        in_turn = [diagnosis._of(bench, mistake, requests, "3") for mistake in mistakes]
    for mistake, answers in zip(mistakes, in_turn, strict=True):
        alone = Diagnosis(diagnosis.assignment, diagnosis.reference, diagnosis.mistakes)
        with alone._place(sandbox, diagnosis.reference) as bench:
            assert alike(alone._of(bench, mistake, requests, "3"), answers), mistake.stem


def test_right_answers_have_no_mistake(diagnosis: Diagnosis, home: Course, sandbox: Sandbox) -> None:
    """There is nothing to name."""
    for answer in bank.accepted(home, diagnosis.assignment)[::20]:
        assert missed(diagnosis, sandbox, answer) == []


def test_replies_are_compared_up_to_rounding() -> None:
    """Shapes, dtypes and kinds of exceptions count; the words of an exception don't."""
    x = torch.tensor([1.0, float("nan")])
    assert alike(x, x + 1e-6)
    assert not alike(x, x + 1e-2)
    assert not alike(x, x.double())
    assert not alike(x, x[None])
    assert alike([1, {"a": 2.0}], [1, {"a": 2.0 + 1e-7}])
    assert not alike(1, True)
    first = wire.Raised(id=1, kind="ValueError", message="no")
    assert alike(first, wire.Raised(id=2, kind="ValueError", message="never"))
    assert not alike(first, wire.Raised(id=1, kind="TypeError", message="no"))
