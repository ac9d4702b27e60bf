"""Putting a submission's cells back in order, as the source notebook has them.

Students copy, delete, retype and move cells, and tools strip metadata. Each cell of the source has exactly
one counterpart in the repaired notebook: found by grade_id, by cell id, by text or by the name it defines,
or put back. Everything else that the student wrote stays where it is, as ordinary cells.
"""

import copy
import re
from collections.abc import Callable, Iterator

from nbformat import NotebookNode

Match = Callable[[NotebookNode, NotebookNode], bool]


def repair(notebook: NotebookNode, source: NotebookNode) -> tuple[NotebookNode, tuple[str, ...]]:
    """A repaired copy of `notebook`, and one remark per thing that was mended."""
    mended = copy.deepcopy(notebook)
    remarks: list[str] = []
    owner = _match(mended.cells, source.cells)  # index of the student's cell → index of the source's

    for index, cell in enumerate(mended.cells):
        if index in owner:
            remarks += _restore(cell, source.cells[owner[index]])
        elif "nbgrader" in cell.metadata:
            grade_id = _grade_id(cell)
            cell.metadata.pop("nbgrader")
            if grade_id:
                remarks.append(f"a copy of the cell {_quoted(grade_id)} is taken as an ordinary cell")
    mended.cells = list(_put_back(mended.cells, owner, source.cells, remarks))
    _distinct_ids(mended.cells, source.cells)
    mended.metadata = copy.deepcopy(source.metadata)
    return mended, tuple(remarks)


def _match(cells: list[NotebookNode], source: list[NotebookNode]) -> dict[int, int]:
    """Pair the student's cells with the source's: the surest evidence first, and each cell once."""
    owner: dict[int, int] = {}
    for is_match in (_same_grade_id, _same_id, _same_text, _defines_its_name):
        for wanted, model in enumerate(source):
            if wanted in owner.values():
                continue
            found = [i for i, cell in enumerate(cells) if i not in owner and is_match(cell, model)]
            if found:
                # Of several copies of a stub, the one that was worked on is the answer.
                worked_on = [i for i in found if cells[i].source.strip() != model.source.strip()]
                owner[(worked_on or found)[0] if _is_solution(model) else found[0]] = wanted
    return owner


def _same_grade_id(cell: NotebookNode, model: NotebookNode) -> bool:
    return _grade_id(model) is not None and _grade_id(cell) == _grade_id(model)


def _same_id(cell: NotebookNode, model: NotebookNode) -> bool:
    return bool(model.get("id")) and cell.get("id") == model.get("id") and cell.cell_type == model.cell_type


def _same_text(cell: NotebookNode, model: NotebookNode) -> bool:
    return bool(model.source.strip()) and cell.source.strip() == model.source.strip()


def _defines_its_name(cell: NotebookNode, model: NotebookNode) -> bool:
    if not (_is_solution(model) and model.cell_type == "code" == cell.cell_type):
        return False
    name = re.escape(_grade_id(model) or "")
    return re.search(rf"^(?:async def|def|class)\s+{name}\b|^{name}\s*(?::[^=\n]+)?=", cell.source, re.M) is not None


def _restore(cell: NotebookNode, model: NotebookNode) -> Iterator[str]:
    """Give the student's cell the source's role; yields what had changed."""
    meta = model.metadata.get("nbgrader")
    grade_id = _grade_id(model)
    if meta is None:
        cell.metadata.pop("nbgrader", None)
        return
    theirs = cell.metadata.get("nbgrader")
    if not isinstance(theirs, dict) or theirs.get("grade_id") != grade_id:
        yield f"the cell {_quoted(grade_id)} had lost its id, which was restored"
    elif meta.get("grade") and theirs.get("points") != meta.get("points"):
        yield f"the points of {_quoted(grade_id)} had been changed and were restored"
    elif any(bool(theirs.get(key)) != bool(meta.get(key)) for key in ("grade", "solution", "task")):
        yield f"the role of the cell {_quoted(grade_id)} had been changed and was restored"
    if cell.cell_type != model.cell_type:
        yield f"the cell {_quoted(grade_id)} had become a {cell.cell_type} cell and is a {model.cell_type} cell again"
        cell.cell_type = model.cell_type
        for field in ("outputs", "execution_count"):
            cell.pop(field, None)
        if model.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    if _is_locked(model) and cell.source != model.source:
        yield f"the locked cell {_quoted(grade_id)} had been edited and was restored"
        cell.source = model.source
    cell.metadata = copy.deepcopy(model.metadata)


def _put_back(
    cells: list[NotebookNode], owner: dict[int, int], source: list[NotebookNode], remarks: list[str]
) -> Iterator[NotebookNode]:
    """All cells, with the source's missing ones after the cell that they follow in the source."""
    missing: dict[int, list[NotebookNode]] = {}  # source index of the cell before → what follows it
    before = -1
    for wanted, model in enumerate(source):
        if wanted in owner.values():
            before = wanted
        elif "nbgrader" in model.metadata:
            missing.setdefault(before, []).append(copy.deepcopy(model))
            if model.metadata.nbgrader.get("grade") or _is_solution(model):
                remarks.append(f"the cell {_quoted(_grade_id(model))} was missing and was put back")
    yield from missing.get(-1, ())
    for index, cell in enumerate(cells):
        yield cell
        if index in owner:
            yield from missing.get(owner[index], ())


def _distinct_ids(cells: list[NotebookNode], source: list[NotebookNode]) -> None:
    """Every cell gets a valid id of its own: the source's where it is a source cell."""
    by_grade_id = {_grade_id(model): model.get("id") for model in source if _grade_id(model)}
    taken: set[str] = {str(cell_id) for cell_id in by_grade_id.values()}
    for number, cell in enumerate(cells):
        own = by_grade_id.get(_grade_id(cell))
        if own is None:
            own = str(cell.get("id", ""))
            if own in taken or not re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", own):
                own = next(name for n in range(number, number + len(cells) + 1) if (name := f"cell-{n}") not in taken)
        taken.add(own)
        cell.id = own


def _grade_id(cell: NotebookNode) -> str | None:
    meta = cell.metadata.get("nbgrader")
    grade_id = meta.get("grade_id") if isinstance(meta, dict) else None
    return grade_id if isinstance(grade_id, str) else None


def _is_solution(cell: NotebookNode) -> bool:
    return bool(cell.metadata.get("nbgrader", {}).get("solution"))


def _is_locked(cell: NotebookNode) -> bool:
    meta = cell.metadata.get("nbgrader", {})
    return not _is_solution(cell) and bool(meta.get("grade") or meta.get("locked"))


def _quoted(grade_id: str | None) -> str:
    """A grade_id for a remark: whatever a student wrote there, it stays short and printable."""
    text = str(grade_id)
    return repr(text if len(text) <= 60 else text[:57] + "...")
