"""Print the chapter's figures beside those that the reference solutions give here.

Exit code 1 when one is further away than its tolerance. The trained models take about a minute; `--quick` leaves
them out.
"""

import argparse

from rich.table import Table

from autograder.course import Course
from autograder.figures import Figure, figures
from autograder.terminal import stdout


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    parser.add_argument("--quick", action="store_true", help="leave out the figures of trained models")


def run(options: argparse.Namespace) -> int:
    """One row per figure, and below them what there is to say of some."""
    found = list(figures(Course.find(options.course), trained=not options.quick))
    notes = list(dict.fromkeys(figure.note for figure in found if figure.note))
    stdout().print(table(found, notes))
    for number, note in enumerate(notes, 1):
        stdout().print(f"[dim]({number}) {note}[/]", highlight=False)
    off = [figure for figure in found if not figure.holds]
    unrepeatable = sum(figure.tolerance is None for figure in found)
    kept = len(found) - len(off) - unrepeatable
    stdout().print(f"{kept} figures as printed, {len(off)} not, {unrepeatable} that nobody can repeat", highlight=False)
    return int(bool(off))


def table(found: list[Figure], notes: list[str]) -> Table:
    """Printed and reproduced side by side."""
    rows = Table(box=None, pad_edge=False, header_style="bold")
    for column in ("section", "figure"):
        rows.add_column(column)
    for column in ("printed", "here"):
        rows.add_column(column, justify="right", no_wrap=True, min_width=10)
    rows.add_column("", no_wrap=True, min_width=5)
    section = ""
    for figure in found:
        mark = "[yellow]—[/]" if figure.tolerance is None else "[green]✓[/]" if figure.holds else "[red]differs[/]"
        if figure.note:
            mark += f" [dim]({notes.index(figure.note) + 1})[/]"
        shown = "" if figure.section == section else figure.section
        section = figure.section
        rows.add_row(shown, figure.name, _number(figure.printed), _number(figure.reproduced), mark)
    return rows


def _number(value: float) -> str:
    if value == int(value) and abs(value) >= 100:
        return f"{int(value):,}"
    return f"{value:.1e}" if 0 < abs(value) < 1e-3 else f"{value:.4f}"
