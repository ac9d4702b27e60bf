"""Who gains and who loses when the same submissions are graded again by a changed grader."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.table import Table
from rich.text import Text

from autograder.result import Result


@dataclass(frozen=True)
class Change:
    """One submission whose points would change; `criteria` are (id, points before, points now)."""

    assignment: str
    student: str
    before: float
    now: float
    criteria: tuple[tuple[str, float | None, float | None], ...]


def change(before: Result, now: Result) -> Change | None:
    """What is different for the student, or None. A criterion that one of them lacks counts as 0 points there."""
    old = {criterion.id: criterion.points for criterion in before.criteria}
    new = {criterion.id: criterion.points for criterion in now.criteria}
    criteria = tuple(
        (name, old.get(name), new.get(name)) for name in {**old, **new} if (old.get(name) or 0) != (new.get(name) or 0)
    )
    if not criteria:
        return None
    assert now.student is not None
    return Change(now.assignment, now.student, before.score, now.score, criteria)


def table(changes: Sequence[Change]) -> Table:
    """One row per submission, those who lose first."""
    rows = Table(box=None, pad_edge=False, header_style="bold")
    for column in ("student", "assignment", "before", "now", "", "because of"):
        rows.add_column(
            column, justify="right" if column in ("before", "now", "") else "left", no_wrap=column != "because of"
        )
    for found in sorted(changes, key=lambda c: (c.now - c.before, c.assignment, c.student)):
        difference = found.now - found.before
        style = "red" if difference < 0 else "green"
        reasons = ", ".join(f"{name} {_points(old)} → {_points(new)}" for name, old, new in found.criteria)
        sign = Text(f"{difference:+g}", style=style)
        rows.add_row(Text(found.student), found.assignment, f"{found.before:g}", f"{found.now:g}", sign, reasons)
    return rows


def in_words(changes: Sequence[Change]) -> str:
    """How many gain and how many lose."""
    gain = sum(found.now > found.before for found in changes)
    lose = sum(found.now < found.before for found in changes)
    same = len(changes) - gain - lose
    return f"{gain} gain, {lose} lose" + (f", {same} keep their sum" if same else "")


def _points(points: float | None) -> str:
    return "none" if points is None else f"{points:g}"
