"""The bank of an assignment: its reference, other right answers, and wrong ones, each as a submission.

A file of `accepted/` or `mistakes/` holds only what differs from the reference. Its definitions take the
place of the reference's in the notebook's solution cells, so that each is graded the way students are.
"""

import ast
import copy
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from autograder.assignment import Assignment
from autograder.course import Course
from autograder.errors import AssignmentError
from autograder.notebook import Submission

EXPERIMENT = "experiment"  # tag of a cell in a source notebook


@dataclass(frozen=True)
class Answer:
    """One file of the bank: its code by the name it defines, and what it needs around that."""

    path: Path
    docstring: str
    fails: tuple[str, ...]  # criteria that it must fail; none for a right answer
    useless: str  # why a single fault may cost such an answer more than a third of its part, or empty
    definitions: dict[str, str]  # name of a part → source
    preamble: str  # imports and helpers

    @property
    def stem(self) -> str:
        """The file's name without `.py`, which names the answer."""
        return self.path.stem


def answer(path: Path, parts: Sequence[str]) -> Answer:
    """Read one file. Raises AssignmentError when it is not Python or has no docstring."""
    try:
        source = path.read_text(encoding="utf-8")
        tree = ast.parse(source)
    except (OSError, SyntaxError, UnicodeDecodeError) as error:
        raise AssignmentError(f"{path}: can't be read as Python: {error}") from None
    docstring = ast.get_docstring(tree)
    if not docstring:
        raise AssignmentError(f"{path}: begins with no docstring; it says what the answer does, or the hint")
    definitions: dict[str, str] = {}
    preamble: list[str] = []
    fails: tuple[str, ...] = ()
    useless = ""
    for node in tree.body[1:]:
        name = _defined(node)
        if name == "FAILS" and isinstance(node, ast.Assign):
            fails = tuple(ast.literal_eval(node.value))
        elif name == "USELESS" and isinstance(node, ast.Assign):
            useless = str(ast.literal_eval(node.value))
        elif name in parts:
            assert name is not None
            definitions[name] = _source(source, node)
        elif not (isinstance(node, ast.ImportFrom) and node.module in ("__future__", "reference")):
            preamble.append(_source(source, node))
    return Answer(path, docstring, fails, useless, definitions, "\n\n".join(preamble))


def _defined(node: ast.stmt) -> str | None:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return node.name
    if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
        return node.targets[0].id
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        return node.target.id
    return None


def _source(source: str, node: ast.stmt) -> str:
    """A statement's text, with decorators."""
    first = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", []))])
    return "\n".join(source.splitlines()[first - 1 : node.end_lineno])


def reference(course: Course, assignment: Assignment) -> Answer:
    """The reference solution. Raises AssignmentError if a part is missing."""
    found = answer(course.solutions(assignment.name) / "reference.py", assignment.parts)
    missing = [part for part in assignment.parts if part not in found.definitions]
    if missing:
        raise AssignmentError(f"{found.path}: defines no {missing[0]!r}, which the notebook asks for")
    return found


def accepted(course: Course, assignment: Assignment) -> tuple[Answer, ...]:
    """All other right answers, in the order of their names."""
    folder = course.solutions(assignment.name) / "accepted"
    return tuple(answer(path, assignment.parts) for path in sorted(folder.glob("*.py")))


def mistakes(course: Course, assignment: Assignment) -> tuple[Answer, ...]:
    """All known wrong answers. Raises AssignmentError for one that names no criterion, or one that there isn't."""
    folder = course.solutions(assignment.name) / "mistakes"
    found = tuple(answer(path, assignment.parts) for path in sorted(folder.glob("*.py")))
    for mistake in found:
        if not mistake.fails:
            raise AssignmentError(f"{mistake.path}: says with no FAILS = (…) which criteria it must fail")
        unknown = set(mistake.fails) - set(assignment.criteria)
        if unknown:
            raise AssignmentError(
                f"{mistake.path}: FAILS names {min(unknown)!r}, which is no criterion of {assignment.name}"
            )
    return found


def as_submission(
    assignment: Assignment, *answers: Answer, student: str | None = None, experiments: bool = True
) -> Submission:
    """The source notebook with its solution cells filled in; of several answers the last one counts.

    Without `experiments` the cells with that tag are left empty: they show something, and nothing builds on them.
    """
    notebook = copy.deepcopy(assignment.source)
    preambles = {a.path: a.preamble for a in answers if a.preamble}
    for cell in notebook.cells:
        meta = cell.metadata.get("nbgrader", {})
        if EXPERIMENT in cell.metadata.get("tags", ()) and not experiments:
            cell.source = ""
        if not meta.get("solution") or meta.get("grade"):
            continue
        for candidate in reversed(answers):
            if meta["grade_id"] in candidate.definitions:
                before = preambles.pop(candidate.path, "")
                cell.source = "\n\n\n".join(filter(None, (before, candidate.definitions[meta["grade_id"]])))
                break
    text = "\0".join(cell.source for cell in notebook.cells)
    digest = hashlib.sha256(text.encode()).hexdigest()
    return Submission(student, answers[-1].path if answers else assignment.source_path, digest, notebook, ())
