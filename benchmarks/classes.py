"""Made-up classes in a course of their own, for the benchmarks beside this file."""

import io
import itertools
import shutil
import time
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path

from in_process import HOME

from autograder import bank
from autograder.assignment import Assignment
from autograder.bank import Answer
from autograder.cli import main as autograder
from autograder.course import CONFIG, Course


def course_in(root: Path, *assignments: str) -> Course:
    """A course in `root` with these assignments of this repository, generated."""
    root.mkdir(parents=True)
    shutil.copyfile(HOME.root / CONFIG, root / CONFIG)
    for folder in ("assignments", "solutions"):
        (root / folder).mkdir()
        for name in assignments:
            shutil.copytree(HOME.root / folder / name, root / folder / name)
    if (HOME.root / "solutions" / "stand_ins").is_dir():
        shutil.copytree(HOME.root / "solutions" / "stand_ins", root / "solutions" / "stand_ins")
    assert autograder(["generate", *assignments, "--no-audit", "--course", str(root)]) == 0
    return Course.find(root)


def answers(assignment: Assignment, *, only_right: bool) -> Iterator[Answer]:
    """Answers without end: three of four right ones, the fourth a mistake, each in turn from the bank."""
    right = itertools.cycle((bank.reference(HOME, assignment), *bank.accepted(HOME, assignment)))
    wrong = itertools.cycle(bank.mistakes(HOME, assignment))
    for number in itertools.count():
        yield next(wrong) if number % 4 == 3 and not only_right else next(right)


def hand_in(course: Course, assignment: Assignment, answers: Iterator[Answer], first: int, end: int) -> None:
    """Put the notebooks of the students number `first` to `end` where they are collected."""
    import nbformat

    reference = bank.reference(HOME, assignment)
    for number in range(first, end):
        student = f"student{number:05}"
        folder = course.submitted(student, assignment.name)
        folder.mkdir(parents=True)
        submission = bank.as_submission(assignment, reference, next(answers), student=student)
        nbformat.write(submission.notebook, folder / f"{assignment.name}.ipynb")


def seconds(*command: str) -> float:
    """Wall-clock time of an `autograder` command that must end well; what it prints is not shown."""
    start = time.perf_counter()
    with redirect_stdout(io.StringIO()):
        code = autograder(list(command))
    if code != 0:
        raise SystemExit(f"autograder {' '.join(command)} ended with {code}")
    return time.perf_counter() - start
