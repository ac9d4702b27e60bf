"""Grade what students handed in and write it into the gradebook.

Reads `submitted/STUDENT/A/`, grades in the sandbox, writes `gradebook.db` and `autograded/`. A submission
that this grader graded before is not graded again unless --force is given. A submission that can't be
graded is named, and the others are graded all the same; the exit code is then 1.
"""

import argparse
from collections.abc import Iterator

from autograder.assignment import Assignment
from autograder.commands import options as shared
from autograder.course import Course
from autograder.errors import HarnessError, SubmissionError, UsageError
from autograder.gradebook.record import Recorder
from autograder.grading import grade
from autograder.notebook import Submission, find, read
from autograder.result import Result, Status
from autograder.sandbox import Sandbox
from autograder.terminal import class_table, legend, progress, stdout, warn


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    shared.add_assignments(parser)
    parser.add_argument("--student", metavar="ID", nargs="+", help="only these students")
    parser.add_argument("--force", action="store_true", help="grade again what was graded before")
    shared.add_json(parser)
    shared.add_isolation(parser, weak=True)


def run(options: argparse.Namespace) -> int:
    """Grade assignment by assignment, student by student, as they are handed in."""
    course = Course.find(options.course)
    assignments = [Assignment.load(course, name) for name in options.assignments]
    recorders = [Recorder(course, a.name, a.fingerprint(course.seed())) for a in assignments]
    results: list[Result] = []
    attention = False
    with shared.sandbox(options) as sandbox:
        for assignment, recorder in zip(assignments, recorders, strict=True):
            assignment.check()
            students = chosen(course, assignment.name, options.student)
            with progress(f"grading {assignment.name}", len(students)) as ticker:
                for student in students:
                    result = grade_one(course, assignment, student, recorder, sandbox, force=options.force)
                    bad = result is None or result.status is Status.NEEDS_ATTENTION
                    attention |= bad
                    ticker.tick(attention=bad)
                    if result is None:
                        continue
                    if options.json:
                        print(result.to_json(), flush=True)
                    results.append(result)
    if not options.json:
        for line in summary(results):
            stdout().print(line)
    return int(attention)


def chosen(course: Course, assignment: str, ids: list[str] | None) -> tuple[str, ...]:
    """The students to grade. Raises UsageError for one who handed in nothing."""
    students = course.students(assignment)
    if ids is None:
        if not students:
            raise UsageError(f"nothing to grade: {course.root / 'submitted'} holds no folder STUDENT/{assignment}")
        return students
    for student in ids:
        if student not in students:
            raise UsageError(f"{student!r} handed in nothing for {assignment}: no folder submitted/{student}/{assignment}")
    return tuple(ids)


def grade_one(
    course: Course, assignment: Assignment, student: str, recorder: Recorder, sandbox: Sandbox, *, force: bool
) -> Result | None:
    """Grade and record one submission; None, with a line on stderr, if that can't be done."""
    try:
        submission = submitted(course, assignment, student)
        for remark in submission.remarks:
            warn(f"{student}, {submission.path.name}: {remark}")
        known = None if force else recorder.known(student, submission)
        if known is not None:
            return known
        result = grade(submission, assignment, sandbox, course.seed())
        recorder.record(submission, result)
    except (SubmissionError, HarnessError) as error:
        warn(f"{student}, {assignment.name}: needs attention: {error}")
        return None
    if result.status is Status.NEEDS_ATTENTION:
        trouble = next(c.message for c in result.criteria if c.points is None)
        warn(f"{student}, {submission.path}: needs attention: {trouble}")
    return result


def submitted(course: Course, assignment: Assignment, student: str) -> Submission:
    """What a student handed in, read and repaired. Raises SubmissionError."""
    path, remarks = find(course.submitted(student, assignment.name), assignment.name)
    submission = read(path, assignment, student)
    return Submission(student, path, submission.sha256, submission.notebook, (*remarks, *submission.remarks))


def summary(results: list[Result]) -> Iterator[object]:
    """The class's scores as a table."""
    yield class_table(results)
    yield legend()
