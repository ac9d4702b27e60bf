"""Grade what students handed in and write it into the gradebook.

Reads `submitted/STUDENT/A/`, grades in the sandbox, writes `gradebook.db` and `autograded/`. A submission
that this grader graded before is not graded again unless --force is given. A submission that can't be
graded is named, and the others are graded all the same; the exit code is then 1. Ctrl-C finishes the
submissions at hand; the same command goes on from there.
"""

import argparse
from collections.abc import Iterator

from autograder.assignment import Assignment
from autograder.commands import options as shared
from autograder.course import Course
from autograder.errors import HarnessError, SubmissionError, UsageError
from autograder.gradebook.record import Recorder
from autograder.grading import grade
from autograder.interruption import Interruption
from autograder.notebook import Submission, find, read
from autograder.pool import results
from autograder.result import Result, Status
from autograder.sandbox import Level, Sandbox
from autograder.terminal import class_table, isolation_note, legend, progress, stdout, warn


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    shared.add_assignments(parser)
    parser.add_argument("--student", metavar="ID", nargs="+", help="only these students")
    parser.add_argument("--force", action="store_true", help="grade again what was graded before")
    shared.add_jobs(parser)
    shared.add_json(parser)
    shared.add_isolation(parser, weak=True)


def run(options: argparse.Namespace) -> int:
    """Grade assignment by assignment; each result is recorded as it comes."""
    course = Course.find(options.course)
    assignments = [Assignment.load(course, name) for name in options.assignments]
    recorders = [Recorder(course, a.name, a.fingerprint(course.seed())) for a in assignments]
    students = [chosen(course, a.name, options.student) for a in assignments]
    level = shared.level(options)
    graded: list[Result] = []
    attention = False
    done = 0
    with Interruption() as interruption:
        for assignment, recorder, ids in zip(assignments, recorders, students, strict=True):
            assignment.check()
            with progress(f"grading {assignment.name}", len(ids)) as ticker:
                for result in grade_class(course, assignment, ids, recorder, level, options, interruption):
                    bad = result is None or result.status is Status.NEEDS_ATTENTION
                    attention |= bad
                    done += 1
                    ticker.tick(attention=bad)
                    if result is not None:
                        graded.append(result)
                        if options.json:
                            print(result.to_json(), flush=True)
    if not options.json:
        for line in summary(sorted(graded, key=lambda r: (r.assignment, r.student or ""))):
            stdout().print(line)
    if interruption.wished:
        left = sum(map(len, students)) - done
        warn(f"interrupted: {done} done and in the gradebook, {left} left; the same command goes on from there")
    return int(attention or interruption.wished)


def chosen(course: Course, assignment: str, ids: list[str] | None) -> tuple[str, ...]:
    """The students to grade. Raises UsageError for one who handed in nothing."""
    students = course.students(assignment)
    if ids is None:
        if not students:
            raise UsageError(f"nothing to grade: {course.root / 'submitted'} holds no folder STUDENT/{assignment}")
        return students
    for student in ids:
        if student not in students:
            raise UsageError(
                f"{student!r} handed in nothing for {assignment}: no folder submitted/{student}/{assignment}"
            )
    return tuple(ids)


def grade_class(
    course: Course,
    assignment: Assignment,
    students: tuple[str, ...],
    recorder: Recorder,
    level: Level,
    options: argparse.Namespace,
    interruption: Interruption,
) -> Iterator[Result | None]:
    """One result per student, as they come; None, after a line on stderr, for one that can't be graded."""
    to_grade: list[tuple[Course, Assignment, str, str]] = []
    for student in students:
        if interruption.wished:
            return
        try:
            submission = submitted(course, assignment, student)
            for remark in submission.remarks:
                warn(f"{student}, {submission.path.relative_to(course.root)}: {remark}")
            known = None if options.force else recorder.known(student, submission)
        except SubmissionError as error:
            warn(f"{student}, {assignment.name}: needs attention: {error}")
            yield None
            continue
        if known is None:
            to_grade.append((course, assignment, student, course.seed()))
        else:
            yield known
    jobs = min(options.jobs, len(to_grade))
    if not to_grade:
        return
    for index, outcome in results(grade_student, to_grade, level, jobs, lambda: interruption.wished):
        student = to_grade[index][2]
        try:
            if isinstance(outcome, str):
                raise HarnessError(outcome)
            submission, result = outcome
            recorder.record(submission, result)
        except (SubmissionError, HarnessError) as error:
            warn(f"{student}, {assignment.name}: needs attention: {error}")
            yield None
            continue
        if result.status is Status.NEEDS_ATTENTION:
            trouble = next(c.message for c in result.criteria if c.points is None)
            warn(f"{student}, {submission.path.relative_to(course.root)}: needs attention: {trouble}")
        yield result


def grade_student(
    sandbox: Sandbox, course: Course, assignment: Assignment, student: str, seed: str
) -> tuple[Submission, Result] | str:
    """Grade one student's submission, in a worker; or say why that can't be done."""
    try:
        submission = submitted(course, assignment, student)
        return submission, grade(submission, assignment, sandbox, seed)
    except (SubmissionError, HarnessError) as error:
        return str(error)


def submitted(course: Course, assignment: Assignment, student: str) -> Submission:
    """What a student handed in, read and repaired. Raises SubmissionError."""
    path, remarks = find(course.submitted(student, assignment.name), assignment.name)
    submission = read(path, assignment, student)
    return Submission(student, path, submission.sha256, submission.notebook, (*remarks, *submission.remarks))


def summary(results: list[Result]) -> Iterator[object]:
    """The class's scores as a table."""
    yield class_table(results)
    yield legend()
    for level in sorted({result.isolation for result in results}):
        yield isolation_note(level)
