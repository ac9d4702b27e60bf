"""Grade notebook files; no gradebook is read or written.

The notebooks may lie anywhere. With --json, one result object a line, in the order given; a notebook that
can't be graded is named on stderr and the exit code is 1.
"""

import argparse
from pathlib import Path

from autograder.assignment import Assignment
from autograder.commands import options as shared
from autograder.course import Course
from autograder.diagnosis import diagnosis_for
from autograder.errors import SubmissionError
from autograder.grading import grade
from autograder.notebook import read
from autograder.result import Status
from autograder.terminal import one_result, stdout, warn


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    parser.add_argument("assignment", metavar="A", help="name of the assignment")
    parser.add_argument("notebooks", metavar="NOTEBOOK", nargs="+", type=Path, help="notebook files to grade")
    shared.add_json(parser)
    shared.add_isolation(parser)


def run(options: argparse.Namespace) -> int:
    """Grade the files one after another in one sandbox."""
    course = Course.find(options.course)
    assignment = Assignment.load(course, options.assignment)
    assignment.check()
    attention = False
    with shared.sandbox(options) as sandbox:
        for path in options.notebooks:
            try:
                submission = read(path, assignment)
            except SubmissionError as error:
                warn(str(error))
                attention = True
                continue
            result = grade(
                submission, assignment, sandbox, course.seed(), diagnosis=diagnosis_for(course, assignment.name)
            )
            attention |= result.status is Status.NEEDS_ATTENTION
            if options.json:
                print(result.to_json(), flush=True)
            else:
                for line in one_result(result):
                    stdout().print(line)
    return int(attention)
