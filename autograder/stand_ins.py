"""Correct parts that take the place of a student's earlier ones, so that one fault is charged once.

A stand-in is `solutions/stand_ins/PART.py`, built on PyTorch's own operators: it goes into the sandbox, where
student code can read it, and holds nothing that PyTorch's documentation does not.
"""

from collections.abc import Callable, Collection, Sequence

from autograder.assignment import Assignment
from autograder.examination import Verdict
from autograder.result import Outcome
from autograder.workplace import Cell

Examined = Callable[[Sequence[str], Sequence[str]], dict[str, Verdict]]  # (stand-ins, criteria) → verdicts


def in_place(cells: Sequence[Cell], stand_ins: dict[str, str]) -> tuple[Cell, ...]:
    """The student's cells, each of the parts followed by what takes its place.

    The student's cell is run too: it may define more than the part.
    """
    placed: list[Cell] = []
    for cell in cells:
        placed.append(cell)
        if cell.cell_id in stand_ins:
            name = cell.cell_id
            placed.append(Cell(f"stand-in for {name}", f"the stand-in for {name}", stand_ins[name]))
    return tuple(placed)


def second_chances(
    assignment: Assignment, verdicts: dict[str, Verdict], examined: Examined
) -> dict[str, tuple[str, ...]]:
    """The failed criteria that are met with correct earlier parts, each with the names of those that it takes."""
    met: dict[str, tuple[str, ...]] = {}
    for part in assignment.parts:
        failed = [
            cell.grade_id
            for cell in assignment.grade_cells
            if cell.part == part and cell.grade_id in verdicts and _may_be_consequence(verdicts[cell.grade_id])
        ]
        names = [name for name in assignment.parts[: assignment.parts.index(part)] if name in assignment.stand_ins]
        if not failed or not names or _is_missing_itself(verdicts, failed, names, examined):
            continue
        passed = _passed(examined(names, failed))
        if passed:
            culprits = next(([name] for name in names if len(names) > 1 and _all_pass([name], passed, examined)), names)
            met |= dict.fromkeys(passed, tuple(culprits))
    return met


def _may_be_consequence(verdict: Verdict) -> bool:
    return verdict.outcome not in (Outcome.PASSED, Outcome.HARNESS_ERROR)


def _is_missing_itself(
    verdicts: dict[str, Verdict], failed: Sequence[str], names: Sequence[str], examined: Examined
) -> bool:
    """Whether the part is a stub: then its first criterion says so again, and the others need not be tried."""
    if any(verdicts[criterion].outcome is not Outcome.NOT_IMPLEMENTED for criterion in failed):
        return False
    return examined(names, failed[:1])[failed[0]].outcome is Outcome.NOT_IMPLEMENTED


def _passed(verdicts: dict[str, Verdict]) -> list[str]:
    return [criterion for criterion, verdict in verdicts.items() if verdict.outcome is Outcome.PASSED]


def _all_pass(names: Sequence[str], criteria: Collection[str], examined: Examined) -> bool:
    return len(_passed(examined(names, list(criteria)))) == len(criteria)
