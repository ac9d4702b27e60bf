"""Records a class again and again and is killed each time: `python killed_grader.py COURSE GRADED TIMES SEED`.

Each time a fork of this process runs `autograder grade` in COURSE until SIGKILL ends it at a random moment. Grading
itself is taken from the finished course GRADED, so that the kills fall where a result is written. Prints how often
the command came to its end before it was killed.
"""

import os
import random
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from autograder.cli import main
from autograder.commands import grade
from autograder.course import Course
from autograder.gradebook.autograded import read_result
from autograder.sandbox import Level

LONGEST = 0.4  # seconds until a kill; recording one submission takes about a tenth of that


def recorded(graded: Course) -> Callable[..., Iterator[tuple[int, Any]]]:
    """What stands in for the worker processes: results that are known."""

    def results(
        work: object, tasks: Iterable[tuple[Any, ...]], level: Level, jobs: int, stopped: object, sandbox: object
    ) -> Iterator[tuple[int, Any]]:
        for index, (course, assignment, student, _, _) in enumerate(tasks):
            found = read_result(graded.autograded(student, assignment.name) / f"{assignment.name}.ipynb")
            assert found is not None
            yield index, (grade.submitted(course, assignment, student), found.result)

    return results


def run(course: Path, graded: Path, times: int, seed: str) -> int:
    """Kill `times` graders; how many of them were done before."""
    draw = random.Random(seed)
    grade.results = recorded(Course.find(graded))  # type: ignore[assignment] # a stand-in
    grade.shared.sandbox = lambda options: nullcontext(SimpleNamespace(level=Level.FULL, closed=True, close=lambda: 0))
    done = 0
    for number in range(times):
        child = os.fork()
        if not child:
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            os.dup2(1, 2)
            again = ["--force", "--yes"] if number % 2 else []
            os._exit(main(["grade", "attention", "--course", str(course), *again]))
        time.sleep(draw.uniform(0.0, LONGEST))
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        done += os.WIFEXITED(status)
    return done


if __name__ == "__main__":
    print(run(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), sys.argv[4]))
