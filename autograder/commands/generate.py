"""Make the release of an assignment with nbgrader, and prove that it can be published.

A release is proved when it holds no text of a hidden test or of the reference, when the reference gets
full marks, when the untouched release gets 0, and when the audit of its hidden tests is clean: the recorded one, or
a new one where anything changed since, which takes minutes. Only then `release/A` is replaced and the gradebook
gets its cells; where students have handed in already, their submissions get the new ones too.
"""

import argparse
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import nbformat
from nbgrader.api import Gradebook, MissingEntry
from nbgrader.converters import GenerateAssignment, NbGraderException

from autograder import audit_record, proofs
from autograder.assignment import Assignment
from autograder.commands import options as shared
from autograder.commands.audit import table, tell_findings, watched
from autograder.course import Course
from autograder.errors import AssignmentError
from autograder.gradebook.settings import course_directory, load, quiet
from autograder.terminal import stderr, stdout


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    shared.add_assignments(parser, optional=True)
    parser.add_argument(
        "--no-audit", action="store_true", help="publish without a clean audit; the release is marked as unaudited"
    )
    shared.add_jobs(parser)
    shared.add_isolation(parser)


def run(options: argparse.Namespace) -> int:
    """Generate and prove each assignment; the first that falls short ends the command."""
    course = Course.find(options.course)
    names = options.assignments or course.assignments()
    assignments = [Assignment.load(course, name) for name in names]
    with shared.sandbox(options) as sandbox:
        for assignment in assignments:
            assignment.check()
            with scratch_folder(course) as scratch:
                draft = converted(course, assignment.name, scratch, f"sqlite:///{scratch / 'gradebook.db'}")
                proofs.no_hidden_text(draft, assignment, course)
                full = proofs.reference_is_full(assignment, course, sandbox)
                proofs.untouched_is_zero(draft, assignment, course, sandbox)
            audited = audit_line(course, assignment, options)
            before = recorded_cells(course, assignment.name)
            with scratch_folder(course) as scratch:
                draft = converted(course, assignment.name, scratch)
                if options.no_audit:
                    mark_unaudited(draft)
                publish(draft.parent, course.release(assignment.name).parent)
            stdout().print(
                f"release/{assignment.name}: {len(assignment.grade_cells)} grade cells; the reference gets "
                f"{full:g} of {full:g} automatic points, the untouched release 0; {audited}"
            )
            for line in changes(assignment.name, before, recorded_cells(course, assignment.name)):
                stdout().print(line)
    return 0


def audit_line(course: Course, assignment: Assignment, options: argparse.Namespace) -> str:
    """Which audit the release stands on, in words. Raises AssignmentError for hidden tests that fall short."""
    if options.no_audit:
        return "UNAUDITED"
    record = audit_record.current(course, assignment)
    if record is None:
        found = watched(course, assignment, shared.level(options), options.jobs, seeds=1)
        if found.findings:
            tell_findings(found)
            stderr().print(table([found]))
            raise AssignmentError(
                f"{assignment.name}: not published: the audit of its hidden tests has {len(found.findings)} findings; "
                "mend the tests or the bank, or pass --no-audit"
            )
        record = audit_record.current(course, assignment)
        assert record is not None
    mutants = record["mutants"] - record["equivalent mutants"]
    seeds = f"{record['seeds']} course seed{'s' if record['seeds'] > 1 else ''}"
    return (
        f"audited over {seeds}: {record['accepted']} right answers pass, {record['mistakes']} mistakes fail, "
        f"{record['killed']:.1%} of {mutants} mutants are killed"
    )


def mark_unaudited(draft: Path) -> None:
    """Say in the release's metadata that nobody measured its hidden tests."""
    notebook = nbformat.read(draft, as_version=4)
    notebook.metadata["autograder"] = {"audited": False}
    nbformat.write(notebook, draft)


@contextmanager
def scratch_folder(course: Course) -> Iterator[Path]:
    """A folder inside the course, so that what is made in it can be moved into place, for as long as it is needed."""
    scratch = Path(tempfile.mkdtemp(prefix=".release-", dir=course.root))
    try:
        yield scratch
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def converted(course: Course, name: str, scratch: Path, gradebook_url: str | None = None) -> Path:
    """Run nbgrader's generate_assignment into `scratch`; returns the notebook there.

    nbgrader keeps the cells of a release in the gradebook: the course's, unless another one is given.
    """
    directory, config = course_directory(course, name), load(course)
    directory.release_directory = config.CourseDirectory.release_directory = scratch.name
    if gradebook_url is not None:
        directory.db_url = config.CourseDirectory.db_url = gradebook_url
    converter = GenerateAssignment(coursedir=directory, config=config)
    converter.force = True
    try:
        with quiet(converter) as errors:
            converter.start()
    except (NbGraderException, SystemExit) as error:
        raise AssignmentError(f"{name}: nbgrader could not generate the release: {errors()}") from error
    return scratch / name / f"{name}.ipynb"


def recorded_cells(course: Course, name: str) -> tuple[set[str], int]:
    """The names of the grade cells in the gradebook, and the number of submissions there."""
    if not course.gradebook.is_file():
        return set(), 0  # nbgrader makes it, with what its later versions need to know about it
    with Gradebook(course.gradebook_url) as gradebook:
        try:
            notebook = gradebook.find_notebook(name, name)
        except MissingEntry:
            return set(), 0
        return {cell.name for cell in notebook.grade_cells}, len(notebook.submissions)


def changes(name: str, before: tuple[set[str], int], after: tuple[set[str], int]) -> Iterator[str]:
    """What became of the grade cells of those who have handed in, in words."""
    submissions = after[1]
    for word, cells in (("new", after[0] - before[0]), ("gone", before[0] - after[0])):
        if submissions and cells:
            yield f"  {word} in {submissions} submissions: {', '.join(sorted(cells))}; run `autograder grade {name}`"


def publish(draft: Path, target: Path) -> None:
    """Replace `release/A` by the proved draft."""
    target.parent.mkdir(exist_ok=True)
    shutil.rmtree(target, ignore_errors=True)
    draft.rename(target)
