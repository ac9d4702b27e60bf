"""Running the hidden tests of one submission, and turning each test's end into an outcome."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from hypothesis.errors import Flaky

from autograder.foresight import Script
from autograder.hidden_tests.expectations import Unmet, shown
from autograder.result import Outcome
from autograder.student import (
    Call,
    NotImplementedByStudent,
    Student,
    StudentCrashed,
    StudentRaised,
    StudentStop,
    StudentTimedOut,
)
from autograder.suite import Suite, criterion_seed, fresh, inner, run_hypothesis, runs

MAX_SCRIPTS = 512
_scripts: dict[tuple[Callable[..., None], int], Script] = {}  # by test and seed, from submissions that passed


@dataclass(frozen=True)
class Verdict:
    """How one criterion ended, in the words that the student reads; `case` is the number of the case that failed."""

    outcome: Outcome
    message: str = ""
    counterexample: str | None = None
    case: int = 0  # from 1; 0 where none failed, or what failed was a check before all cases


def examine(
    suite: Suite, criteria: Iterable[str], student: Student, seed: str, *, shrink: bool = True, replay: bool = True
) -> dict[str, Verdict]:
    """Hold `student` against the given criteria; criterion id → verdict.

    Without `shrink` the first failing case found is the counterexample; the outcome is the same. Without
    `replay` Hypothesis draws the cases anew, which is slow and changes nothing; a test compares the two.
    """
    return {criterion: _examined(suite, criterion, student, seed, shrink, replay) for criterion in criteria}


def script_of(suite: Suite, criterion: str, seed: str) -> Script | None:
    """The requests of a criterion, once a submission has passed it and if they can be foreseen."""
    return _scripts.get((suite.tests[criterion], criterion_seed(seed, suite.assignment, criterion)))


def _examined(suite: Suite, criterion: str, student: Student, seed: str, shrink: bool, replay: bool) -> Verdict:
    if criterion not in suite.tests:
        return Verdict(Outcome.HARNESS_ERROR, "pytest did not collect this criterion")
    test = suite.tests[criterion]
    function = _with_counterexample(inner(test), student)
    own_seed = criterion_seed(seed, suite.assignment, criterion)
    script = _scripts.get((test, own_seed)) if replay and student.foresees else None
    played = 0
    try:
        student.begin_criterion(own_seed, script)
        if script is not None and student.transcript() in script.passed:
            return Verdict(Outcome.PASSED)
        check_first = getattr(test, "check_first", None)
        if check_first is not None:
            _with_counterexample(check_first, student)(student)
        if not replay and inner(test) is not test:
            for run in runs(test, own_seed):
                run_hypothesis(test, function, student, run, shrink=shrink)
            return Verdict(Outcome.PASSED)
        for case in suite.cases(criterion, seed):
            played += 1
            function(student=student, **fresh(case))
    except (Exception, StudentStop) as error:
        verdict = replace(verdict_on(error), case=played)
        shrinks = shrink and inner(test) is not test and verdict.counterexample is not None
        return _smaller(suite, criterion, student, own_seed, verdict) if shrinks and replay else verdict
    if script is not None:
        script.note_pass(student.transcript())
    elif (made := student.script()) is not None:
        _scripts[test, own_seed] = made
        if len(_scripts) > MAX_SCRIPTS:
            _scripts.pop(next(iter(_scripts)))
    return Verdict(Outcome.PASSED)


def _smaller(suite: Suite, criterion: str, student: Student, own_seed: int, verdict: Verdict) -> Verdict:
    """The verdict with the smallest counterexample that Hypothesis finds, or `verdict` itself.

    The outcome stands: whatever else ends the search, time or a crash, is no part of the grade.
    """
    test = suite.tests[criterion]
    function = _with_counterexample(inner(test), student)
    drawn_by = runs(test, own_seed)
    run = drawn_by[verdict.case - 1] if 0 < verdict.case <= len(drawn_by) else drawn_by[0]
    try:
        run_hypothesis(test, function, student, run, shrink=True)
    except (Exception, StudentStop) as error:
        found = verdict_on(error)
        return found if found.outcome is verdict.outcome else verdict
    return verdict


def _with_counterexample(test: Callable[..., None], student: Student) -> Callable[..., None]:
    def one_example(*args: Any, **kwargs: Any) -> None:
        student.begin_example()
        try:
            test(*args, **kwargs)
        except (Unmet, StudentRaised) as error:
            error.counterexample = counterexample(student.calls, error)  # type: ignore[union-attr]
            raise

    return one_example


def counterexample(calls: list[Call], error: Unmet | StudentRaised) -> str | None:
    """The last call of a failed example and what came of it, as text that can be typed in."""
    if not calls:
        return None
    call = calls[-1]
    lines = []
    names = []
    for position, argument in enumerate(call.args):
        if argument is None or isinstance(argument, bool | int | float | str):
            names.append(repr(argument))
        else:
            name = f"arg{position + 1}"
            names.append(name)
            lines.append(f"{name} = {shown(argument)}")
    names += [f"{name}={shown(value)}" for name, value in call.kwargs.items()]
    lines.append(f"{call.name}({', '.join(names)})")
    if isinstance(error, Unmet):
        lines += [f"{label}: {shown(value)}" for label, value in error.comparison]
    return "\n".join(lines)


def verdict_on(error: BaseException) -> Verdict:
    """What an exception that ended a test means. Anything not raised on purpose is our own fault."""
    match error:
        case Unmet():
            return Verdict(Outcome.FAILED, f"{error.message}.", getattr(error, "counterexample", None))
        case StudentRaised():
            place = f" ({error.raised.where})" if error.raised.where else ""
            return Verdict(Outcome.FAILED, f"{error}{place}.", getattr(error, "counterexample", None))
        case Flaky():
            # Hypothesis tries a failing case again. Ours are functions of the seed, so it was the answer that changed.
            reason = next((e for e in getattr(error, "exceptions", ()) if isinstance(e, Unmet | StudentRaised)), None)
            message = (
                "the same call gave different results when it was repeated; an answer must not remember earlier calls"
            )
            return Verdict(Outcome.FAILED, f"{message}.", getattr(reason, "counterexample", None))
        case NotImplementedByStudent():
            return Verdict(Outcome.NOT_IMPLEMENTED, f"{error}.")
        case StudentTimedOut():
            return Verdict(Outcome.TIMED_OUT, f"{error}.")
        case StudentCrashed():
            return Verdict(Outcome.CRASHED, f"{error}.")
        case _:
            return Verdict(Outcome.HARNESS_ERROR, f"the grader failed: {type(error).__name__}: {error}"[:500])
