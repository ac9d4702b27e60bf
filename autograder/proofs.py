"""What must hold before an assignment may be published, each as a function that raises AssignmentError."""

import ast
import copy
from pathlib import Path

import nbformat

from autograder.assignment import Assignment
from autograder.bank import as_submission, reference
from autograder.course import Course
from autograder.errors import AssignmentError
from autograder.grading import grade
from autograder.notebook import read
from autograder.sandbox import Sandbox

MIN_LINE = 25  # a shorter line of code proves nothing: `return out` may stand anywhere


def no_hidden_text(release: Path, assignment: Assignment, course: Course) -> None:
    """No file of the release holds a line of a hidden test or of the body of a reference function."""
    sources = (*assignment.tests_path.glob("*.py"), course.solutions(assignment.name) / "reference.py")
    secret = set().union(*map(code_lines, sources))
    for path in sorted(release.parent.rglob("*")):
        if not path.is_file():
            continue
        if path.suffix == ".ipynb":
            notebook = nbformat.read(path, as_version=4)
            text = [
                line.strip() for cell in notebook.cells if cell.cell_type == "code" for line in cell.source.splitlines()
            ]
        else:
            text = [line.strip() for line in path.read_text(errors="replace").splitlines()]
        for line in text:
            if line in secret:
                raise AssignmentError(f"{path.name} of the release of {assignment.name} holds a hidden line: {line!r}")


def code_lines(path: Path) -> set[str]:
    """The telling lines inside functions of a Python file, without docstrings and signatures."""
    if not path.is_file():
        return set()
    source = path.read_text()
    lines: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef):
            for statement in node.body:
                is_text = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
                if not is_text:
                    body = source.splitlines()[statement.lineno - 1 : statement.end_lineno]
                    lines |= {line.split("  #")[0].strip() for line in body}
    return {line for line in lines if len(line) >= MIN_LINE}


def reference_is_full(assignment: Assignment, course: Course, sandbox: Sandbox) -> float:
    """The reference gets all automatic points; returns how many those are."""
    submission = as_submission(assignment, reference(course, assignment))
    result = grade(submission, assignment, sandbox, course.seed())
    for criterion in result.criteria:
        if criterion.points != criterion.max_points:
            raise AssignmentError(
                f"{assignment.name}: the reference does not pass {criterion.id!r}: "
                f"{criterion.message or criterion.outcome}"
            )
    return result.max_score


def untouched_is_zero(release: Path, assignment: Assignment, course: Course, sandbox: Sandbox) -> None:
    """A student who hands the release in as it is gets no automatic point."""
    submission = copy.copy(read(release, assignment))
    result = grade(submission, assignment, sandbox, course.seed())
    for criterion in result.criteria:
        if criterion.points != 0:
            raise AssignmentError(f"{assignment.name}: the untouched release gets points for {criterion.id!r}")
