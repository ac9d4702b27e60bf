"""Cases drawn once beside cases drawn for each submission: the same outcomes, and what it saves.

    python benchmarks/replay.py [ASSIGNMENT…] [--seed SEED] [--jobs N]

Grades the whole bank twice, criterion by criterion: with cases that were drawn once, requests sent ahead and
replies that passed before taken as passed; and with Hypothesis drawing for each answer anew, one request at a time.
Prints every criterion whose outcome differs, and the ratio of the seconds. Exit code 1 if one differs.
"""

import argparse
import time
from pathlib import Path

from autograder import bank
from autograder.assignment import Assignment
from autograder.auditing import graded_parts
from autograder.bank import Answer
from autograder.course import Course
from autograder.grading import grade
from autograder.pool import cores, results
from autograder.sandbox import Level, Sandbox
from autograder.terminal import progress


def twice(
    sandbox: Sandbox, assignment: Assignment, reference: Answer, answer: Answer, seed: str
) -> tuple[int, list[str], float, float]:
    """How many criteria were compared, those that differ, and the seconds of the one and the other grading."""
    submission = bank.as_submission(assignment, reference, answer, experiments=False)
    parts = answer.definitions if set(graded_parts(assignment)).issuperset(answer.definitions) else None
    outcomes, seconds = [], []
    for replay in (True, False):
        start = time.perf_counter()
        result = grade(submission, assignment, sandbox, seed, parts, shrink=False, replay=replay)
        seconds.append(time.perf_counter() - start)
        outcomes.append({criterion.id: criterion.outcome for criterion in result.criteria})
    played, drawn = outcomes
    return (
        len(drawn),
        [f"{name}: {played[name]} and {drawn[name]}" for name in drawn if played[name] is not drawn[name]],
        *seconds,
    )


def main() -> None:
    """Compare and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("assignments", nargs="*", default=[])
    parser.add_argument("--seed", default="0")
    parser.add_argument("--jobs", type=int, default=cores())
    options = parser.parse_args()
    course = Course.find(Path(__file__).resolve().parents[1])
    differing = 0
    for name in options.assignments or course.assignments():
        assignment = Assignment.load(course, name)
        reference = bank.reference(course, assignment)
        answers = [reference, *bank.accepted(course, assignment), *bank.mistakes(course, assignment)]
        tasks = [(assignment, reference, answer, options.seed) for answer in answers]
        compared, played, drawn = 0, 0.0, 0.0
        with progress(f"{name}, twice", len(tasks)) as ticker:
            for index, (count, others, its_played, its_drawn) in results(twice, tasks, Level.FULL, options.jobs):
                ticker.tick()
                compared, played, drawn = compared + count, played + its_played, drawn + its_drawn
                differing += len(others)
                for other in others:
                    print(f"{answers[index].stem}: {other}")
        print(
            f"{name}: {len(answers)} answers, {compared} criteria compared, {differing} differ; "
            f"drawn anew takes {drawn / played:.1f} times as long"
        )
    raise SystemExit(int(differing > 0))


if __name__ == "__main__":
    main()
