"""The hidden tests in the process that holds the student's code: what isolation and our gradebook cost nothing of."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

from autograder.assignment import Assignment
from autograder.course import Course
from autograder.sandbox import Limits
from autograder.sandbox.inside import cells, serve, wire
from autograder.student import Student

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
