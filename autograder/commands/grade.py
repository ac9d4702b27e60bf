"""Grade what students handed in and write it into the gradebook.

Reads `submitted/STUDENT/A/`, grades in the sandbox, writes `gradebook.db` and `autograded/`. Only what can
have changed is graded: after a mended criterion, that criterion. Where a submission that was graded before
would get other points, the command shows who gains and who loses, and asks before it writes that.

A submission that can't be graded is named, and the others are graded all the same; the exit code is then 1.
Ctrl-C finishes the submissions at hand; the same command goes on from there.
"""

import argparse
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass

from autograder.assignment import Assignment
from autograder.changes import Change, change, in_words, table
from autograder.commands import options as shared
from autograder.course import Course
from autograder.dependencies import fingerprints
from autograder.diagnosis import diagnosis_for
from autograder.errors import HarnessError, SubmissionError, UsageError
from autograder.gradebook.access import only_grader
from autograder.gradebook.record import Previous, Recorder
from autograder.grading import grade
from autograder.interruption import Interruption
from autograder.notebook import Submission, find, read, read_bytes, sha256
from autograder.pool import results
from autograder.result import CriterionResult, Result, Status
from autograder.sandbox import Sandbox
from autograder.terminal import class_table, isolation_note, legend, progress, stderr, stdout, warn


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    shared.add_assignments(parser)
    parser.add_argument("--student", metavar="ID", nargs="+", help="only these students")
    parser.add_argument("--force", action="store_true", help="grade again what was graded before")
    parser.add_argument("--dry-run", action="store_true", help="grade and show what would change, but write nothing")
    parser.add_argument("--yes", action="store_true", help="write other points for graded submissions without asking")
    shared.add_jobs(parser)
    shared.add_json(parser)
    shared.add_isolation(parser, weak=True)


@dataclass(frozen=True)
class Graded:
    """One submission's result. `submission` is None when nothing was graded, since nothing can have changed."""

    result: Result
    submission: Submission | None = None
    previous: Previous | None = None


def run(options: argparse.Namespace) -> int:
    """Grade assignment by assignment, where no other grader does."""
    course = Course.find(options.course)
    assignments = [Assignment.load(course, name) for name in options.assignments]
    with ExitStack() as locks:
        for name in dict.fromkeys(options.assignments):
            locks.enter_context(only_grader(course, name))
        return grade_all(course, assignments, options)


def grade_all(course: Course, assignments: list[Assignment], options: argparse.Namespace) -> int:
    """Grade all that was handed in; as many side by side as the options say, and one alone in this process."""
    with ExitStack() as opened:
        recorders = [
            opened.enter_context(closing(Recorder(course, a.name, fingerprints(a, course.seed())))) for a in assignments
        ]
        students = [chosen(course, a.name, options.student) for a in assignments]
        proven = opened.enter_context(shared.sandbox(options))
        if options.jobs > 1 and max(map(len, students)) > 1:
            proven.close()  # it has shown the level; each worker starts its own
        return recorded_classes(course, assignments, recorders, students, proven, options)


def recorded_classes(
    course: Course,
    assignments: list[Assignment],
    recorders: list[Recorder],
    students: list[tuple[str, ...]],
    sandbox: Sandbox,
    options: argparse.Namespace,
) -> int:
    """Grade and record. Each result is recorded as it comes, but for those that change old points."""
    shown: list[Result] = []
    held: list[tuple[Recorder, Submission, Result, Change]] = []
    attention = False
    done = 0
    with Interruption() as interruption:
        for assignment, recorder, ids in zip(assignments, recorders, students, strict=True):
            assignment.check()
            with progress(f"grading {assignment.name}", len(ids)) as ticker:
                for graded in grade_class(course, assignment, ids, recorder, sandbox, options, interruption):
                    done += 1
                    good = graded is not None and kept(graded, recorder, held, options)
                    attention |= not good
                    ticker.tick(attention=not good)
                    if graded is not None:
                        shown.append(graded.result)
                        if options.json:
                            print(graded.result.to_json(), flush=True)
    if not options.json:
        for line in summary(sorted(shown, key=lambda r: (r.assignment, r.student or ""))):
            stdout().print(line)
    attention |= not written(held, options)
    if options.dry_run:
        warn("a dry run: nothing was written")
    if interruption.wished:
        left = sum(map(len, students)) - done
        warn(f"interrupted: {done} done and in the gradebook, {left} left; the same command goes on from there")
    return int(attention or interruption.wished)


def kept(
    graded: Graded,
    recorder: Recorder,
    held: list[tuple[Recorder, Submission, Result, Change]],
    options: argparse.Namespace,
) -> bool:
    """Record a result, or put it into `held` if it changes points; False when staff have to look at it."""
    result, submission, previous = graded.result, graded.submission, graded.previous
    if submission is None:
        return True
    if result.status is Status.NEEDS_ATTENTION:
        trouble = next(c.message for c in result.criteria if c.points is None)
        warn(f"{result.student}, {result.notebook}: needs attention: {trouble}")
        if previous is not None:
            warn(f"{result.student}, {result.assignment}: the earlier result stays")
            return False
    changed = change(previous.result, result) if previous is not None else None
    if changed is not None:
        held.append((recorder, submission, result, changed))
        return True
    return (options.dry_run or recorded(recorder, submission, result)) and result.status is Status.GRADED


def recorded(recorder: Recorder, submission: Submission, result: Result) -> bool:
    """Write one result; False, after a line on stderr, if it can't be written."""
    try:
        recorder.record(submission, result)
    except (SubmissionError, HarnessError) as error:
        warn(f"{result.student}, {result.assignment}: needs attention: {error}")
        return False
    return True


def written(held: list[tuple[Recorder, Submission, Result, Change]], options: argparse.Namespace) -> bool:
    """Show who gains and who loses, and write it if that is wanted; False if it was not written and should be."""
    if not held:
        return True
    changes = [change for *_, change in held]
    console = stderr() if options.json else stdout()
    console.print("\nPoints of submissions that were graded before would change:")
    console.print(table(changes))
    console.print(in_words(changes))
    if options.dry_run:
        return True
    if not (options.yes or confirmed()):
        warn("these submissions keep their earlier points: pass --yes to write the new ones")
        return False
    outcomes = [recorded(recorder, submission, result) for recorder, submission, result, _ in held]
    return all(outcomes)


def confirmed() -> bool:
    """Ask on a terminal; without one the answer is no."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return False
    print("Write these changes? [y/N] ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")


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
    sandbox: Sandbox,
    options: argparse.Namespace,
    interruption: Interruption,
) -> Iterator[Graded | None]:
    """One result per student, as they come; None, after a line on stderr, for one that can't be graded."""
    to_grade: list[tuple[Course, Assignment, str, str, dict[str, CriterionResult]]] = []
    previous: list[Previous | None] = []
    not_as_late = 0
    automatic = {cell.grade_id: cell.points for cell in assignment.grade_cells if not cell.manual}
    for student in students:
        if interruption.wished:
            return
        try:
            before = recorder.previous(student, content(course, assignment, student))
        except SubmissionError as error:
            warn(f"{student}, {assignment.name}: needs attention: {error}")
            yield None
            continue
        current = {} if before is None or options.force else before.current
        not_as_late += before is not None and not before.is_as_late
        is_current = {name: c.max_points for name, c in current.items()} == automatic
        if before is not None and is_current and before.is_as_late:
            tell_remarks(course, before.result)
            yield Graded(before.result)
        else:
            to_grade.append((course, assignment, student, course.seed(), current))
            previous.append(before)
    if not_as_late:
        warn(
            f"{assignment.name}: a due date, an extension or a time stamp changed for {not_as_late} graded "
            f"submission{'s' if not_as_late > 1 else ''}; late penalties are set anew"
        )
    if not to_grade:
        return
    jobs = min(options.jobs, len(to_grade))
    for index, outcome in results(
        grade_student, to_grade, sandbox.level, jobs, lambda: interruption.wished, None if sandbox.closed else sandbox
    ):
        if isinstance(outcome, str):
            warn(f"{to_grade[index][2]}, {assignment.name}: needs attention: {outcome}")
            yield None
            continue
        submission, result = outcome
        tell_remarks(course, result)
        yield Graded(result, submission, previous[index])


def tell_remarks(course: Course, result: Result) -> None:
    """What had to be mended or left out, a line each."""
    for remark in result.remarks:
        path = result.notebook.removeprefix(f"{course.root}/")
        warn(f"{result.student}, {path}: {remark}")


def grade_student(
    sandbox: Sandbox, course: Course, assignment: Assignment, student: str, seed: str, known: dict[str, CriterionResult]
) -> tuple[Submission, Result] | str:
    """Grade one student's submission, in a worker; or say why that can't be done."""
    try:
        submission = submitted(course, assignment, student)
        return submission, grade(
            submission, assignment, sandbox, seed, known=known, diagnosis=diagnosis_for(course, assignment.name)
        )
    except (SubmissionError, HarnessError) as error:
        return str(error)


def content(course: Course, assignment: Assignment, student: str) -> str:
    """The digest of what a student handed in. Raises SubmissionError."""
    path, _ = find(course.submitted(student, assignment.name), assignment.name)
    return sha256(read_bytes(path))


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
