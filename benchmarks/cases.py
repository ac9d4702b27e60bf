"""How many cases each criterion needs: where in them the wrong answers of the bank fail it.

    python benchmarks/cases.py [ASSIGNMENT…] [--seeds N] [--jobs N]

Holds every mistake to the criteria that it names, under N course seeds, and prints for each criterion how many
cases it has, how often it was failed, and the latest case that a mistake failed first, with that mistake. With less
than four times as many cases a mistake may pass under some other seed; the rest is what every submission pays for.
"""

import argparse
from pathlib import Path

from autograder import bank
from autograder.assignment import Assignment
from autograder.bank import Answer
from autograder.course import Course
from autograder.examination import examine
from autograder.pool import cores, results
from autograder.result import Outcome
from autograder.sandbox import Level, Sandbox
from autograder.student import Student
from autograder.suite import collected
from autograder.terminal import progress
from autograder.workplace import Workplace, runnable_cells


def first_failures(
    sandbox: Sandbox, assignment: Assignment, reference: Answer, mistake: Answer, seed: str
) -> dict[str, int]:
    """Criterion → the number of the case that a mistake fails first; 0 for a check before all cases."""
    submission = bank.as_submission(assignment, reference, mistake, experiments=False)
    with Workplace(sandbox, runnable_cells(submission.notebook, claimed=assignment.criteria)) as place:
        student = Student(place, assignment.forbidden)
        verdicts = examine(collected(assignment.tests_path), mistake.fails, student, seed, shrink=False)
    return {name: verdict.case for name, verdict in verdicts.items() if verdict.outcome is not Outcome.PASSED}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("assignments", nargs="*", default=[])
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--jobs", type=int, default=cores())
    options = parser.parse_args()
    course = Course.find(Path(__file__).resolve().parents[1])
    for name in options.assignments or course.assignments():
        assignment = Assignment.load(course, name)
        reference = bank.reference(course, assignment)
        tasks = [
            (assignment, reference, mistake, str(seed))
            for seed in range(options.seeds)
            for mistake in bank.mistakes(course, assignment)
        ]
        failures: dict[str, list[tuple[int, str]]] = {criterion: [] for criterion in assignment.criteria}
        with progress(f"{name}, {options.seeds} seeds", len(tasks)) as ticker:
            for index, found in results(first_failures, tasks, Level.FULL, options.jobs):
                ticker.tick()
                for criterion, case in found.items():
                    failures[criterion].append((case, tasks[index][2].stem))
        print(f"\n{name:56} cases  failed  latest")
        suite = collected(assignment.tests_path)
        for criterion, seen in failures.items():
            cases = len(suite.cases(criterion, "0"))
            latest, stem = max(seen, default=(0, ""))
            note = "  fewer than four times as many" if 1 < cases < 4 * latest and latest > 1 else ""
            print(f"  {criterion:54} {cases:5} {len(seen):7} {latest:7}  {stem}{note}")


if __name__ == "__main__":
    main()
