"""How often a right answer fails to learn: the false-fail rate of the criteria about training.

    python benchmarks/training.py [--seeds N] [--answers STEM…] [--jobs N]

Trains the reference, or accepted answers named by their file's stem, as the criteria do: by the student's own
function, in the sandbox, from N initial values with N streams of digits. Prints how many were not good enough in
time, the 95 % bound on their rate, and how many steps and seconds a training took.
"""

import argparse
import statistics
import time
from collections.abc import Sequence
from pathlib import Path

from autograder import bank
from autograder.assignment import Assignment
from autograder.bank import Answer
from autograder.course import Course
from autograder.hidden_tests.decoders.learning import TASKS, Learned, learn
from autograder.pool import cores, results
from autograder.sandbox import Level, Sandbox
from autograder.student import Student
from autograder.terminal import progress
from autograder.workplace import Workplace, runnable_cells


def trained(
    sandbox: Sandbox, assignment: Assignment, answers: Sequence[Answer], task: str, seed: int
) -> tuple[Learned, float]:
    """One training in a child of its own, and its seconds."""
    submission = bank.as_submission(assignment, *answers)
    workplace = Workplace(sandbox, runnable_cells(submission.notebook, assignment.criteria))
    try:
        workplace.child()
        student = Student(workplace, assignment.forbidden)
        student.begin_criterion(seed)
        start = time.perf_counter()
        return learn(student, TASKS[task], seed), time.perf_counter() - start
    finally:
        workplace.close()


def main() -> None:
    """Train and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=200)
    parser.add_argument("--answers", nargs="*", default=[])
    parser.add_argument("--jobs", type=int, default=cores())
    options = parser.parse_args()
    course = Course.find(Path(__file__).resolve().parents[1])
    assignment = Assignment.load(course, "decoders")
    reference = bank.reference(course, assignment)
    chosen = [answer for answer in bank.accepted(course, assignment) if answer.stem in options.answers]
    for answer in chosen or [reference]:
        for task in TASKS:
            tasks = [(assignment, (reference, answer), task, seed) for seed in range(options.seeds)]
            with progress(f"{answer.stem}, {task}", len(tasks)) as ticker:
                found = []
                for _, one in results(trained, tasks, Level.FULL, options.jobs):
                    found.append(one)
                    ticker.tick()
            failed = sum(not learned.enough for learned, _ in found)
            bound = 1 - 0.05 ** (1 / len(found)) if failed == 0 else float("nan")
            steps = sorted(learned.steps for learned, _ in found)
            seconds = statistics.median(spent for _, spent in found)
            print(
                f"{answer.stem}, {task}: {failed} of {len(found)} did not learn (95 % bound {bound:.1%}); "
                f"steps: median {steps[len(steps) // 2]}, most {steps[-1]} of {TASKS[task].budget}; "
                f"{seconds:.1f} s each"
            )


if __name__ == "__main__":
    main()
