"""An assignment as its source notebook defines it: parts, grade cells and their points."""

import ast
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from autograder.course import Course
from autograder.errors import AssignmentError, UsageError

HIDDEN_TESTS = Path(__file__).parent / "hidden_tests"


@dataclass(frozen=True)
class GradeCell:
    """A cell that earns points. `part` is the name that the solution cell before it defines."""

    grade_id: str
    points: float
    part: str
    manual: bool


@dataclass(frozen=True)
class Assignment:
    """One source notebook and the hidden tests that claim its grade cells."""

    name: str
    source_path: Path
    tests_path: Path  # the folder with its hidden tests
    stand_ins_path: Path  # the folder with correct parts for `stand_ins`

    @classmethod
    def load(cls, course: Course, name: str) -> "Assignment":
        """Find an assignment by name. Raises UsageError when the course has none of that name."""
        source = course.source(name)
        if not source.is_file():
            known = ", ".join(course.assignments()) or "none"
            raise UsageError(f"no assignment {name!r} in {course.root / 'assignments'} (there: {known})")
        return cls(name, source, HIDDEN_TESTS / name, course.stand_ins())

    @cached_property
    def source(self) -> NotebookNode:
        """The source notebook, format 4. Raises AssignmentError when it can't be read."""
        try:
            notebook: NotebookNode = nbformat.read(self.source_path, as_version=4)
        except Exception as error:
            raise AssignmentError(f"{self.source_path} is not a notebook: {error}") from error
        return notebook

    @cached_property
    def grade_cells(self) -> tuple[GradeCell, ...]:
        """All cells with points, in notebook order."""
        cells: list[GradeCell] = []
        part = ""
        for cell in self.source.cells:
            meta = cell.metadata.get("nbgrader", {})
            if meta.get("solution") and not meta.get("grade"):
                part = meta["grade_id"]
            if meta.get("grade"):
                manual = bool(meta.get("solution"))
                cells.append(GradeCell(meta["grade_id"], float(meta["points"]), part, manual))
        return tuple(cells)

    @cached_property
    def parts(self) -> tuple[str, ...]:
        """Names that students define, in notebook order."""
        cells = (cell.metadata.get("nbgrader", {}) for cell in self.source.cells)
        return tuple(meta["grade_id"] for meta in cells if meta.get("solution") and not meta.get("grade"))

    @cached_property
    def stand_ins(self) -> dict[str, str]:
        """Part → source of the correct part that can take its place; not every part has one."""
        paths = {part: self.stand_ins_path / f"{part}.py" for part in self.parts}
        return {part: path.read_text(encoding="utf-8") for part, path in paths.items() if path.is_file()}

    @cached_property
    def criteria(self) -> dict[str, str]:
        """Criterion id → title, the first line of its docstring, for every hidden test of this assignment.

        Read from the syntax tree: knowing the criteria must not need their imports.
        """
        titles: dict[str, str] = {}
        for path in sorted(self.tests_path.glob("test_*.py")):
            for node in ast.parse(path.read_text()).body:
                if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                    criterion, docstring = node.name.removeprefix("test_"), ast.get_docstring(node)
                    if not docstring:
                        raise AssignmentError(f"{path.name}: {node.name} has no docstring to show to students")
                    if criterion in titles:
                        raise AssignmentError(f"{path.name}: {node.name} stands in another file of {self.name} too")
                    titles[criterion] = docstring.splitlines()[0]
        return titles

    @cached_property
    def forbidden(self) -> tuple[str, ...]:
        """PyTorch built-ins that graded student code may not call: `FROM_SCRATCH` of the hidden tests."""
        declarations = self.tests_path / "__init__.py"
        if declarations.is_file():
            for node in ast.parse(declarations.read_text()).body:
                if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "FROM_SCRATCH":
                    return tuple(ast.literal_eval(node.value))
        return ()

    def check(self) -> None:
        """Raise AssignmentError unless grade cells and criteria match one another exactly."""
        ids = [cell.grade_id for cell in self.grade_cells]
        doubled = {grade_id for grade_id in ids if ids.count(grade_id) > 1}
        if doubled:
            raise AssignmentError(f"{self.source_path.name}: grade cell {min(doubled)!r} stands there twice")
        orphans = set(self.criteria) - set(ids)
        if orphans:
            raise AssignmentError(
                f"{self.source_path.name} has no grade cell for the criterion {min(orphans)!r} of "
                f"hidden_tests/{self.name}: add a cell with that grade_id, or remove the test"
            )
