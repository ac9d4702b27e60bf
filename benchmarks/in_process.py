"""The hidden tests in the process that holds the student's code: what isolation and our gradebook cost nothing of."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

from autograder.assignment import Assignment
from autograder.course import Course
from autograder.examination import examine
from autograder.result import Outcome
from autograder.sandbox import Limits
from autograder.sandbox.inside import cells, serve, wire
from autograder.student import Student
from autograder.suite import collected

HOME = Course.find(Path(__file__).resolve().parents[1])


class InProcess:
    """A workplace without a sandbox: requests are answered by a function call, nothing is encoded."""

    limits = Limits()
    awaited = 0  # requests without a reply

    def __init__(self, namespace: dict[str, Any]) -> None:
        self._server = serve.Server(None, SimpleNamespace(user_ns=namespace))  # type: ignore[arg-type]

    def child(self) -> "InProcess":
        """Itself."""
        return self

    def request(self, message: wire.Request, seconds: float) -> wire.Reply:
        """The reply, however long it takes."""
        try:
            return self._server._answer(message)
        except Exception as error:
            return wire.Raised(id=0, kind=type(error).__name__, message=cells.text_of(error))

    def why_undefined(self, name: str) -> str:
        """Why the notebook has no such name."""
        return f"there is no {name}"


class Bare(Student):
    """Calls are made when the tests ask for them: with nothing in between, there is nothing to foresee."""

    foresees = False


def bare(namespace: dict[str, Any], assignment: Assignment) -> Any:
    """A student for the tests, from a notebook's names."""
    return Bare(InProcess(namespace), assignment.forbidden)  # type: ignore[arg-type]


def hold(assignment: str, criterion: str, namespace: dict[str, Any]) -> None:
    """Run one hidden test as other graders would: Hypothesis draws its cases here and now. Raises AssertionError."""
    loaded = Assignment.load(HOME, assignment)
    student = bare(namespace, loaded)
    verdict = examine(collected(loaded.tests_path), [criterion], student, "0", replay=False)[criterion]
    assert verdict.outcome is Outcome.PASSED, f"{verdict.message}\n{verdict.counterexample}"
