"""What isolation costs: grading one submission, against the same hidden tests on the same code in one process.

    python benchmarks/isolation.py [ASSIGNMENT] [--rounds N]

Prints medians and their ratio. Both sides run the reference, in turn, so that a noisy machine disturbs both.
Grading includes everything per submission: the fork, the cells, the calls, the end of the child. Its processor time
is printed too, the mean of all rounds.
"""

import argparse
import statistics
import time
from typing import Any

import psutil
from in_process import HOME, bare

from autograder import bank
from autograder.assignment import Assignment
from autograder.examination import examine
from autograder.grading import grade
from autograder.result import Outcome
from autograder.sandbox import Sandbox
from autograder.suite import collected
from autograder.workplace import runnable_cells


def defined(sources: list[str]) -> dict[str, Any]:
    """The names that a notebook's cells define."""
    namespace: dict[str, Any] = {}
    for source in sources:
        try:
            exec(source, namespace)
        except NotImplementedError:
            continue  # an ungraded cell of the notebook
    return namespace


def processor_below() -> float:
    """Processor seconds of all processes below this one, ended ones included."""
    return sum(sum(process.cpu_times()[:4]) for process in psutil.Process().children(recursive=True))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("assignment", nargs="?", default="attention")
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    assignment = Assignment.load(HOME, options.assignment)
    submission = bank.as_submission(assignment, bank.reference(HOME, assignment))
    sources = [cell.source for cell in runnable_cells(submission.notebook, assignment.criteria)]
    sources = [source for source in sources if "print(" not in source]

    unguarded, isolated, ours, below = [], [], 0.0, 0.0
    with Sandbox.start() as sandbox:
        for round_number in range(options.rounds + 1):
            start = time.perf_counter()
            student = bare(defined(sources), assignment)
            verdicts = examine(collected(assignment.tests_path), assignment.criteria, student, "0")
            bare_end = time.perf_counter()
            ours_before, below_before = time.process_time(), processor_below()
            middle = time.perf_counter()
            result = grade(submission, assignment, sandbox, "0")
            end = time.perf_counter()
            assert {verdict.outcome for verdict in verdicts.values()} == {Outcome.PASSED}
            assert result.score == result.max_score
            if round_number:  # the first one imports and warms up
                unguarded.append(bare_end - start)
                isolated.append(end - middle)
                ours += time.process_time() - ours_before
                below += processor_below() - below_before
        level = sandbox.level
    one, other = statistics.median(unguarded), statistics.median(isolated)
    print(f"{assignment.name}, {len(assignment.criteria)} criteria, {options.rounds} rounds, isolation {level}")
    print(f"in one process   {one:6.2f} s")
    print(f"in the sandbox   {other:6.2f} s")
    print(f"ratio            {other / one:6.2f}")
    ours, below = ours / options.rounds, below / options.rounds
    print(f"processor time   {ours + below:6.2f} s: {ours:.3f} in the grader, {below:.3f} in the sandbox")


if __name__ == "__main__":
    main()
