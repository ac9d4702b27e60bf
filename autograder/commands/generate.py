"""Make the release of an assignment with nbgrader, and prove that it can be published.

A release is proved when it holds no text of a hidden test or of the reference, when the reference gets
full marks, and when the untouched release gets 0. `release/A` is replaced only by a proved one.
"""

import argparse
import shutil
import tempfile
from pathlib import Path

from nbgrader.converters import GenerateAssignment, NbGraderException

from autograder import proofs
from autograder.assignment import Assignment
from autograder.commands import options as shared
from autograder.course import Course
from autograder.errors import AssignmentError
from autograder.gradebook.settings import course_directory, load, quiet
from autograder.terminal import stdout


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    shared.add_assignments(parser, optional=True)
    shared.add_isolation(parser)


def run(options: argparse.Namespace) -> int:
    """Generate and prove each assignment; the first that falls short ends the command."""
    course = Course.find(options.course)
    names = options.assignments or course.assignments()
    assignments = [Assignment.load(course, name) for name in names]
    with shared.sandbox(options) as sandbox:
        for assignment in assignments:
            assignment.check()
            draft = converted(course, assignment.name)
            try:
                proofs.no_hidden_text(draft, assignment, course)
                full = proofs.reference_is_full(assignment, course, sandbox)
                proofs.untouched_is_zero(draft, assignment, course, sandbox)
                publish(draft.parent, course.release(assignment.name).parent)
            finally:
                shutil.rmtree(draft.parent.parent, ignore_errors=True)
            stdout().print(
                f"release/{assignment.name}: {len(assignment.grade_cells)} grade cells; the reference gets "
                f"{full:g} of {full:g} automatic points, the untouched release 0"
            )
    return 0


def converted(course: Course, name: str) -> Path:
    """Run nbgrader's generate_assignment into a scratch folder of the course; returns the notebook there.

    The gradebook is updated on the way: nbgrader keeps the cells of a release there.
    """
    scratch = Path(tempfile.mkdtemp(prefix=".release-", dir=course.root))
    directory = course_directory(course, name)
    directory.release_directory = scratch.name
    config = load(course)
    config.CourseDirectory.release_directory = scratch.name
    converter = GenerateAssignment(coursedir=directory, config=config)
    converter.force = True
    try:
        with quiet(converter) as errors:
            converter.start()
    except (NbGraderException, SystemExit) as error:
        shutil.rmtree(scratch, ignore_errors=True)
        raise AssignmentError(f"{name}: nbgrader could not generate the release: {errors()}") from error
    return scratch / name / f"{name}.ipynb"


def publish(draft: Path, target: Path) -> None:
    """Replace `release/A` by the proved draft."""
    target.parent.mkdir(exist_ok=True)
    shutil.rmtree(target, ignore_errors=True)
    draft.rename(target)
