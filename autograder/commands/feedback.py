"""Write each student's feedback as an HTML page, with nbgrader.

Reads `autograded/` and the gradebook, writes `feedback/STUDENT/A/A.html`: the student's notebook with the
points, the verdict on each criterion and the smallest counterexample beside the cells.
"""

import argparse

from nbgrader.converters import GenerateFeedback, NbGraderException

from autograder.assignment import Assignment
from autograder.commands import options as shared
from autograder.course import Course
from autograder.errors import HarnessError, UsageError
from autograder.gradebook.settings import course_directory, load, quiet
from autograder.terminal import progress, stdout


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    shared.add_assignments(parser)
    parser.add_argument("--student", metavar="ID", nargs="+", help="only these students")


def run(options: argparse.Namespace) -> int:
    """One page after another; a page that exists is written anew."""
    course = Course.find(options.course)
    for name in options.assignments:
        Assignment.load(course, name)
        folders = sorted((course.root / "autograded").glob(f"*/{name}"))
        students = options.student or [folder.parent.name for folder in folders]
        if not students:
            raise UsageError(f"no graded submission of {name}: run `autograder grade {name}` first")
        with progress(f"feedback {name}", len(students)) as ticker:
            for student in students:
                write(course, name, student)
                ticker.tick()
        stdout().print(f"{len(students)} pages in {course.root / 'feedback'}/*/{name}/{name}.html")
    return 0


def write(course: Course, assignment: str, student: str) -> None:
    """One student's page. Raises UsageError if the submission was not graded, HarnessError if nbgrader fails."""
    if not course.autograded(student, assignment).is_dir():
        raise UsageError(f"{student!r} has no graded submission of {assignment}: grade it first")
    converter = GenerateFeedback(coursedir=course_directory(course, assignment, student), config=load(course))
    converter.force = True
    try:
        with quiet(converter) as errors:
            converter.start()
    except (NbGraderException, SystemExit) as error:
        raise HarnessError(f"{student}, {assignment}: nbgrader could not write the feedback: {errors()}") from error
