"""Cells that come or go after students have handed in: the gradebook follows, and nothing graded by hand is lost."""

from typing import Any

from nbformat import NotebookNode
from nbgrader.api import Comment, Grade, MissingEntry, Notebook
from nbgrader.preprocessors import SaveCells


class SaveCellsAndMigrate(SaveCells):  # type: ignore[misc] # nbgrader has no types
    """nbgrader's step, which by itself refuses any new or missing cell once there is a submission.

    A new cell gets an empty row in every submission, to be filled by the next grading. A cell that is gone
    takes its rows with it, unless one of them holds a grade or a comment that a person gave.
    """

    def _create_notebook(self, nb: NotebookNode) -> None:
        try:
            notebook = self.gradebook.find_notebook(self.notebook_id, self.assignment_id)
        except MissingEntry:
            notebook = None
        if notebook is not None and notebook.submissions:
            for kind, wanted in (
                ("grade", self.new_grade_cells),
                ("solution", self.new_solution_cells),
                ("task", self.new_task_cells),
                ("source", self.new_source_cells),
            ):
                stored = {cell.name: cell for cell in getattr(notebook, f"{kind}_cells")}
                for name in stored.keys() - wanted.keys():
                    self._remove(kind, stored[name])
                for name in wanted.keys() - stored.keys():
                    self._add(kind, name, wanted[name], notebook)
            self.gradebook.db.commit()
        super()._create_notebook(nb)

    def _remove(self, kind: str, cell: Any) -> None:
        """Delete a cell with its rows. Raises RuntimeError, before anything is stored, for a row filled by hand."""
        database = self.gradebook.db
        if kind != "source":
            rows = [row for table in (Grade, Comment) for row in database.query(table).filter_by(cell_id=cell.id)]
            by_hand = [row for row in rows if _by_hand(row)]
            if by_hand:
                raise RuntimeError(
                    f"the cell {cell.name!r} is gone from the notebook, but {len(by_hand)} of its grades or comments "
                    "were given by a person: put the cell back, or clear them in formgrader first"
                )
            for row in rows:
                database.delete(row)
        database.delete(cell)

    def _add(self, kind: str, name: str, fields: dict[str, Any], notebook: Notebook) -> None:
        """Add a cell, and for each submission the rows that nbgrader makes when a student hands in."""
        add = getattr(self.gradebook, f"add_{kind}_cell")
        cell = add(name, self.notebook_id, self.assignment_id, **fields)
        tables = {"grade": (Grade,), "solution": (Comment,), "task": (Grade, Comment), "source": ()}[kind]
        for submitted in notebook.submissions:
            self.gradebook.db.add_all(table(cell_id=cell.id, notebook=submitted) for table in tables)


def _by_hand(row: Any) -> bool:
    if isinstance(row, Grade):
        return row.manual_score is not None or bool(row.extra_credit)
    return bool(row.manual_comment)
