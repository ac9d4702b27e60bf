"""The steps of nbgrader's conversions that are ours.

nbgrader runs them for `nbgrader autograde`, for formgrader and for its API; `autograder grade` runs the
same ones. None of them executes student code: that happens in the sandbox.
"""

import atexit
import copy
import functools
import json
from contextlib import nullcontext
from types import SimpleNamespace
from typing import Any

from nbformat import NotebookNode
from nbgrader import utils
from nbgrader.api import Gradebook, MissingEntry
from nbgrader.preprocessors import ClearSolutions, NbGraderPreprocessor, OverwriteCells
from traitlets import Bool

from autograder.assignment import Assignment
from autograder.course import Course
from autograder.dependencies import fingerprints
from autograder.diagnosis import diagnosis_for
from autograder.grading import grade
from autograder.notebook import Submission, find, read_bytes, sha256
from autograder.repair import repair
from autograder.result import CriterionResult, Result
from autograder.sandbox import Sandbox

from . import autograded

Converted = tuple[NotebookNode, dict[str, Any]]


class ClearSolutionRegions(ClearSolutions):  # type: ignore[misc] # nbgrader has no types
    """Clears marked solution regions only; a stub without regions is what students get, as it stands."""

    def preprocess_cell(self, cell: NotebookNode, resources: dict[str, Any], index: int) -> Converted:
        if self.begin_solution_delimeter in cell.source:
            return super().preprocess_cell(cell, resources, index)  # type: ignore[no-any-return]
        return cell, resources


def course_of(resources: dict[str, Any]) -> Course:
    """The course that a notebook is converted in.

    Our own driver names it; nbgrader's converters change into its root first, so there it is where we are.
    """
    course = resources.get("autograder_course")
    return course if isinstance(course, Course) else Course.find()


class RepairCells(NbGraderPreprocessor):  # type: ignore[misc] # nbgrader has no types
    """Puts the submission's cells in order before nbgrader looks at them."""

    def preprocess(self, nb: NotebookNode, resources: dict[str, Any]) -> Converted:
        names = resources["nbgrader"]
        assignment = Assignment.load(course_of(resources), names["assignment"])
        mended, remarks = repair(nb, assignment.source)
        for remark in remarks:
            self.log.warning("%s, %s: %s", names["student"], names["assignment"], remark)
        mended.metadata["autograder"] = {"remarks": list(remarks)}
        return mended, resources


@functools.cache
def _sandbox(allow_weak_isolation: bool) -> Sandbox:
    """One sandbox for all notebooks that this nbgrader process converts. Raises WeakIsolation."""
    sandbox = Sandbox.start()
    if not allow_weak_isolation:
        sandbox.require_isolation()
    atexit.register(sandbox.close)
    return sandbox


class GradeInSandbox(NbGraderPreprocessor):  # type: ignore[misc] # nbgrader has no types
    """Grades the notebook in the sandbox and writes what came of it into the cells."""

    allow_weak_isolation = Bool(
        False, help="Grade even where student code can't be isolated and could read the hidden tests."
    ).tag(config=True)

    def preprocess(self, nb: NotebookNode, resources: dict[str, Any]) -> Converted:
        names = resources["nbgrader"]
        course = course_of(resources)
        assignment = Assignment.load(course, names["assignment"])
        result = resources.get("autograder_result")
        if result is None:
            path, found = find(course.submitted(names["student"], names["assignment"]), names["notebook"])
            remarks = (*found, *nb.metadata.get("autograder", {}).get("remarks", ()))
            submission = Submission(names["student"], path, sha256(read_bytes(path)), nb, remarks)
            result = grade(
                submission,
                assignment,
                _sandbox(self.allow_weak_isolation),
                course.seed(),
                diagnosis=diagnosis_for(course, assignment.name),
            )
            resources["autograder_result"] = result
        digests = resources.get("autograder_fingerprints") or fingerprints(assignment, course.seed())
        return autograded.write(nb, result, digests, resources.get("autograder_seconds_late")), resources


class OverwriteCellsOnceRead(OverwriteCells):  # type: ignore[misc] # nbgrader has no types
    """nbgrader's step, with the gradebook's cells read once for many notebooks and not twice for each cell.

    A gradebook of `resources["autograder_cells"]` stands in for the real one; see `CellsOnceRead`.
    """

    def preprocess(self, nb: NotebookNode, resources: dict[str, Any]) -> Converted:
        names = resources["nbgrader"]
        self.notebook_id, self.assignment_id = names["notebook"], names["assignment"]
        self.gradebook = resources["autograder_cells"]
        # Past nbgrader's own `preprocess`, which would open the gradebook; our repair put back what was missing.
        return NbGraderPreprocessor.preprocess(self, nb, resources)  # type: ignore[no-any-return] # likewise


class OverwriteKernelspecOnceRead(NbGraderPreprocessor):  # type: ignore[misc] # nbgrader has no types
    """nbgrader's step, with the gradebook asked once for many notebooks."""

    def preprocess(self, nb: NotebookNode, resources: dict[str, Any]) -> Converted:
        kernelspec = resources["autograder_cells"].kernelspec
        if kernelspec:
            nb.metadata["kernelspec"] = copy.deepcopy(kernelspec)
        return nb, resources


class CellsOnceRead:
    """What nbgrader asks the gradebook about one released notebook, answered from memory."""

    def __init__(self, gradebook: Gradebook, assignment: str, notebook: str) -> None:
        model = gradebook.find_notebook(notebook, assignment)
        self.kernelspec = json.loads(model.kernelspec or "null")
        fields = ("name", "cell_type", "locked", "checksum", "source")
        self._source = {
            cell.name: SimpleNamespace(**{field: getattr(cell, field) for field in fields})
            for cell in model.source_cells
        }
        graded = [*model.grade_cells, *model.task_cells]
        self._graded = {cell.name: SimpleNamespace(max_score=cell.max_score) for cell in graded}

    def find_source_cell(self, name: str, notebook: str, assignment: str) -> Any:
        """The cell as it was released. Raises MissingEntry."""
        return self._found(self._source, name)

    def find_graded_cell(self, name: str, notebook: str, assignment: str) -> Any:
        """The cell with its points. Raises MissingEntry."""
        return self._found(self._graded, name)

    def _found(self, cells: dict[str, Any], name: str) -> Any:
        if name not in cells:
            raise MissingEntry(f"no cell {name!r} in the gradebook")
        return cells[name]


class SaveResult(NbGraderPreprocessor):  # type: ignore[misc] # nbgrader has no types
    """Writes the result's points into the gradebook: what the result says, and nothing parsed from outputs."""

    def preprocess(self, nb: NotebookNode, resources: dict[str, Any]) -> Converted:
        names = resources["nbgrader"]
        result: Result = resources["autograder_result"]
        by_id = {criterion.id: criterion for criterion in result.criteria}
        held_open = resources.get("autograder_gradebook")
        with nullcontext(held_open) if held_open is not None else Gradebook(names["db_url"]) as gradebook:
            model = gradebook.find_notebook(names["notebook"], names["assignment"])
            held = [*model.grade_cells, *model.solution_cells]  # in this session's memory: no query for each name below
            row = gradebook.find_submission_notebook(names["notebook"], names["assignment"], names["student"])
            cells = {
                cell.metadata.nbgrader.grade_id: cell
                for cell in nb.cells
                if utils.is_grade(cell) or utils.is_solution(cell)
            }
            for stored in row.grades:
                # Every row is set: no score of an earlier submission survives under the new timestamp.
                stored.auto_score = _auto_score(cells.get(stored.name), by_id.get(stored.name))
                stored.needs_manual_grade = stored.auto_score is None or stored.manual_score is not None
            for comment in row.comments:
                comment.auto_comment = _auto_comment(cells.get(comment.name))
            # Else nbgrader's next step sets it, and until then the old one holds.
            if row.assignment.total_seconds_late <= 0:
                row.late_submission_penalty = None
            gradebook.db.commit()
            del held
        return nb, resources


def _auto_score(cell: NotebookNode | None, criterion: CriterionResult | None) -> float | None:
    """A criterion's points; for a cell that staff grade, 0 if it is untouched and None, theirs to set, if not."""
    if criterion is not None:
        return criterion.points
    if cell is None:
        return None
    score, _ = utils.determine_grade(cell)
    return score if score is None else float(score)


def _auto_comment(cell: NotebookNode | None) -> str | None:
    untouched = cell is None or cell.metadata.nbgrader.get("checksum") == utils.compute_checksum(cell)
    return "No response." if untouched else None
