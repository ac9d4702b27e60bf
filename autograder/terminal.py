"""What commands print: tables, progress and warnings, for a person at a terminal or for a file."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from autograder.gradebook.autograded import printable
from autograder.result import CriterionResult, Outcome, Result
from autograder.sandbox import Level

MARKS = {
    Outcome.PASSED: ("✓", "green"),
    Outcome.FAILED: ("✗", "red"),
    Outcome.NOT_IMPLEMENTED: ("·", "dim"),
    Outcome.TIMED_OUT: ("t", "magenta"),
    Outcome.CRASHED: ("!", "magenta"),
    Outcome.HARNESS_ERROR: ("?", "yellow"),
}

SHOWN = 2  # criteria that a row of the class table names


def stdout() -> Console:
    """For results. Plain text when it is not a terminal; honours NO_COLOR."""
    return Console(highlight=False, soft_wrap=True)


def stderr() -> Console:
    """For diagnostics and progress."""
    return Console(stderr=True, highlight=False, soft_wrap=True)


def warn(message: str) -> None:
    """One line on stderr; whatever a student wrote in it stays text."""
    stderr().print(Text(f"autograder: {printable(message)}"))


@contextmanager
def progress(description: str, total: int | None) -> Iterator["Ticker"]:
    """A bar with ETA and a running count of outcomes, on a terminal only."""
    console = stderr()
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("eta"),
        TimeRemainingColumn(),
        TextColumn("{task.fields[note]}"),
    )
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as bar:
        yield Ticker(bar, description, total)


class Ticker:
    """Moves the bar of `progress` and counts what came out."""

    def __init__(self, bar: Progress, description: str, total: int | None) -> None:
        self._bar = bar
        self._task = bar.add_task(description, total=total, note="")
        self._counts = {"graded": 0, "attention": 0}

    def tick(self, *, attention: bool = False) -> None:
        """One more is done."""
        self._counts["attention" if attention else "graded"] += 1
        note = f"{self._counts['graded']} graded"
        if self._counts["attention"]:
            note += f", {self._counts['attention']} need attention"
        self._bar.update(self._task, advance=1, note=note)

    def tick_of(self, total: int) -> None:
        """One more is done, of a number that is known only now."""
        self._bar.update(self._task, total=total)
        self.tick()


def class_table(results: Iterable[Result]) -> Table:
    """One row per submission: points, how many criteria passed, and the first that did not."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("student", no_wrap=True)
    table.add_column("assignment", no_wrap=True)
    table.add_column("points", justify="right", no_wrap=True)
    table.add_column("passed", justify="right", no_wrap=True)
    table.add_column("not passed")
    for result in results:
        missed = [criterion for criterion in result.criteria if criterion.outcome is not Outcome.PASSED]
        table.add_row(
            Text(printable(result.student or result.notebook)),
            result.assignment,
            f"{result.score:g}/{result.max_score:g}",
            f"{len(result.criteria) - len(missed)}/{len(result.criteria)}",
            _missed(missed),
        )
    return table


def _missed(criteria: list[CriterionResult]) -> Text:
    text = Text()
    if len(criteria) > 1 and len({criterion.outcome for criterion in criteria}) == 1:
        mark, style = MARKS[criteria[0].outcome]
        return Text.assemble(
            (f"{mark} ", style),
            f"{len(criteria)} {criteria[0].outcome.replace('_', ' ')}: ",
            criteria[0].id,
            " …",
        )
    for criterion in criteria[:SHOWN]:
        mark, style = MARKS[criterion.outcome]
        text.append(f"{mark} ", style=style)
        text.append(f"{criterion.id}  ")
    if len(criteria) > SHOWN:
        text.append(f"… {len(criteria) - SHOWN} more", style="dim")
    return text


def legend() -> Text:
    """What the marks of `class_table` mean."""
    words = {outcome: outcome.value.replace("_", " ") for outcome in MARKS}
    words[Outcome.HARNESS_ERROR] = "our fault, no points lost"
    return Text("  ".join(f"{MARKS[outcome][0]} {word}" for outcome, word in words.items()), style="dim")


def isolation_note(level: str) -> Text:
    """At which level student code ran; loud where it was not isolated."""
    if level == Level.NONE:
        return Text("isolation none: student code was NOT isolated and could read the hidden tests", style="bold red")
    if level == Level.REDUCED:
        return Text("isolation reduced: student code could see which files exist here, but read none", style="yellow")
    return Text(f"isolation {level}", style="dim")


def one_result(result: Result) -> Iterator[Text]:
    """A single submission in full, as `run` prints it: every criterion, and why it failed."""
    yield Text(f"{printable(result.notebook)}: {result.score:g} of {result.max_score:g} points", style="bold")
    yield Text(f"isolation {result.isolation}, {result.seconds:.1f} s", style="dim")
    for remark in result.remarks:
        yield Text(f"  note: {printable(remark)}", style="yellow")
    for criterion in result.criteria:
        mark, style = MARKS[criterion.outcome]
        points = "-" if criterion.points is None else f"{criterion.points:g}"
        yield Text.assemble((f"  {mark} ", style), f"{points}/{criterion.max_points:g}  {printable(criterion.title)}")
        for line in criterion.message.splitlines():
            yield Text(f"        {printable(line)}")
        for line in (criterion.counterexample or "").splitlines():
            yield Text(f"          {printable(line)}", style="dim")
