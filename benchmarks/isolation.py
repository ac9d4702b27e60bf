"""What isolation costs: grading one submission, against the same hidden tests on the same code in one process.

    python benchmarks/isolation.py [ASSIGNMENT] [--rounds N]

Prints medians and their ratio. Both sides run the reference, in turn, so that a noisy machine disturbs both.
Grading includes everything per submission: the fork, the cells, the calls, the end of the child.
"""

import argparse
import statistics
import time
from collections import deque
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from autograder import bank
from autograder.assignment import Assignment
from autograder.course import Course
from autograder.examination import examine
from autograder.grading import grade, runnable_cells
from autograder.result import Outcome
from autograder.sandbox import Limits, Prepared, Sandbox
from autograder.sandbox.inside import cells, serve, wire
from autograder.student import Student
from autograder.suite import collected


class InProcess:
    """A workplace without a sandbox: requests are answered by a function call, nothing is encoded."""

    limits = Limits()

    def __init__(self, sources: list[str]) -> None:
        namespace: dict[str, Any] = {}
        for source in sources:
            try:
                exec(source, namespace)
            except NotImplementedError:
                continue  # an ungraded cell of the notebook
        self._awaited: deque[wire.Request] = deque()
        self._server = serve.Server(None, SimpleNamespace(user_ns=namespace))  # type: ignore[arg-type]

    def child(self) -> "InProcess":
        return self

    @property
    def awaited(self) -> int:
        return len(self._awaited)

    def ahead(self, prepared: Prepared) -> None:
        self._awaited.append(prepared.message)

    def next_reply(self, seconds: float) -> wire.Reply:
        return self.request(self._awaited.popleft(), seconds)

    def request(self, message: wire.Request, seconds: float) -> wire.Reply:
        try:
            return self._server._answer(message)
        except Exception as error:
            return wire.Raised(id=0, kind=type(error).__name__, message=cells.text_of(error))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("assignment", nargs="?", default="attention")
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    course = Course.find(Path(__file__).resolve().parents[1])
    assignment = Assignment.load(course, options.assignment)
    submission = bank.as_submission(assignment, bank.reference(course, assignment))
    sources = [cell.source for cell in runnable_cells(submission.notebook, assignment.criteria)]
    sources = [source for source in sources if "print(" not in source]

    bare, isolated = [], []
    with Sandbox.start() as sandbox:
        for round_number in range(options.rounds + 1):
            start = time.perf_counter()
            student: Any = Student(InProcess(sources), assignment.forbidden)  # type: ignore[arg-type]
            verdicts = examine(collected(assignment.tests_path), assignment.criteria, student, "0")
            middle = time.perf_counter()
            result = grade(submission, assignment, sandbox, "0")
            end = time.perf_counter()
            assert {verdict.outcome for verdict in verdicts.values()} == {Outcome.PASSED}
            assert result.score == result.max_score
            if round_number:  # the first one imports and warms up
                bare.append(middle - start)
                isolated.append(end - middle)
        level = sandbox.level
    one, other = statistics.median(bare), statistics.median(isolated)
    print(f"{assignment.name}, {len(assignment.criteria)} criteria, {options.rounds} rounds, isolation {level}")
    print(f"in one process   {one:6.2f} s")
    print(f"in the sandbox   {other:6.2f} s")
    print(f"ratio            {other / one:6.2f}")


if __name__ == "__main__":
    main()
