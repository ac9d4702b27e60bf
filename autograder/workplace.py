"""The student's cells, run once in a sandbox child, and run again in a fresh one when that child is gone.

A cell that hangs or ends its process is left out of the next attempt, as an exception would leave it:
one broken experiment at the end of a notebook must not cost the functions defined above it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from nbformat import NotebookNode

from autograder.sandbox import Child, ChildGone, Limits, Sandbox
from autograder.sandbox.inside import wire

MAX_SKIPPED = 3


@dataclass(frozen=True)
class Cell:
    """A code cell to run: its id in the notebook, a name for messages, and its source."""

    cell_id: str
    label: str
    source: str


@dataclass
class Workplace:
    """Where one submission's code runs. `child()` is ready to serve calls: all its cells have run."""

    sandbox: Sandbox
    cells: Sequence[Cell]
    outputs: dict[str, tuple[wire.Output, ...]] = field(default_factory=dict)
    skipped: dict[str, str] = field(default_factory=dict)  # cell id → why it is left out
    _child: Child | None = None

    @property
    def limits(self) -> Limits:
        """Time and memory that one child may use."""
        return self.sandbox.limits

    def child(self) -> Child:
        """A living child with the student's names in it. A HarnessError is ours and passes through."""
        if self._child is not None and not self._child.gone:
            return self._child
        while True:
            self.close()
            self._child = self.sandbox.spawn()
            if self._run_cells(self._child):
                return self._child

    def _run_cells(self, child: Child) -> bool:
        """Run all cells that are not left out. False when one of them ended the child."""
        for cell in self.cells:
            if cell.cell_id in self.skipped:
                continue
            if len(self.skipped) >= MAX_SKIPPED:
                self.skipped[cell.cell_id] = f"{cell.label} was not run: {MAX_SKIPPED} cells before had to be left out"
                continue
            try:
                self.outputs[cell.cell_id] = tuple(child.run_cell(cell.source).outputs)
            except ChildGone as gone:
                self.outputs.pop(cell.cell_id, None)
                self.skipped[cell.cell_id] = f"{cell.label} was left out: {gone}"
                return False
        return True

    def why_undefined(self, name: str) -> str:
        """Why the notebook has no such name after all its cells ran, for the student."""
        for cell in self.cells:
            if cell.label != f"the cell {name!r}":
                continue
            if cell.cell_id in self.skipped:
                return f"there is no {name}: {self.skipped[cell.cell_id]}"
            for output in self.outputs.get(cell.cell_id, ()):
                if isinstance(output, wire.Error):
                    return f"there is no {name}: its cell stopped with {output.kind}: {output.message}"
        return f"there is no {name}: no cell of the notebook defines it"

    def __enter__(self) -> "Workplace":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the child, if one lives."""
        if self._child is not None:
            self._child.close()
            self._child = None


def runnable_cells(notebook: NotebookNode, claimed: dict[str, str]) -> tuple[Cell, ...]:
    """The code cells to run, in order: all but the grade cells that a criterion claims.

    The visible check in a claimed cell is for the student's own use; the criterion decides.
    """
    cells = []
    for number, cell in enumerate(notebook.cells, start=1):
        grade_id = cell.metadata.get("nbgrader", {}).get("grade_id")
        if cell.cell_type != "code" or grade_id in claimed or not cell.source.strip():
            continue
        label = f"the cell {grade_id!r}" if grade_id else f"cell {number}"
        cells.append(Cell(cell_id=grade_id or cell.id, label=label, source=cell.source))
    return tuple(cells)
