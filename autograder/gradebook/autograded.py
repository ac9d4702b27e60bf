"""The autograded notebook: the student's cells with their outputs, each criterion's verdict, and the result itself."""

import html
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import nbformat
from nbformat import NotebookNode

from autograder.result import CriterionResult, Outcome, Result, Status

KEY = "autograder"  # of the notebook's metadata
SUMMARY = "autograder-summary"  # id of the cell that we add

WORDS = {
    Outcome.PASSED: "passed",
    Outcome.FAILED: "failed",
    Outcome.NOT_IMPLEMENTED: "not implemented yet",
    Outcome.TIMED_OUT: "timed out",
    Outcome.CRASHED: "crashed",
    Outcome.HARNESS_ERROR: "could not be graded: staff will look at it, and no points are lost",
}


@dataclass(frozen=True)
class Stored:
    """A result as it is kept, with what it depended on: a digest per criterion, and how late the submission was."""

    result: Result
    fingerprints: dict[str, str]
    seconds_late: float | None  # None where nbgrader's own command wrote it


def write(
    nb: NotebookNode, result: Result, fingerprints: dict[str, str], seconds_late: float | None = None
) -> NotebookNode:
    """Fill in the outputs and verdicts. The result is kept in the notebook's metadata, with what it depends on."""
    ran = {cell.cell_id: list(cell.outputs) for cell in result.cells}
    criteria = {criterion.id: criterion for criterion in result.criteria}
    cells = [cell for cell in nb.cells if cell.get("id") != SUMMARY]
    for number, cell in enumerate(cells, start=1):
        if cell.cell_type != "code":
            continue
        grade_id = cell.metadata.get("nbgrader", {}).get("grade_id")
        outputs = ran.get(grade_id or cell.id, [])
        if cell.metadata.get("nbgrader", {}).get("grade") and grade_id in criteria:
            outputs = [*outputs, verdict_output(criteria[grade_id])]
        cell.outputs = [nbformat.from_dict(output) for output in outputs]
        cell.execution_count = number
    nb.cells = [nbformat.v4.new_markdown_cell(summary(result), id=SUMMARY), *cells]
    stored = msgspec.to_builtins(msgspec.structs.replace(result, cells=()))
    nb.metadata[KEY] = {"fingerprints": fingerprints, "result": json.dumps(stored), "seconds_late": seconds_late}
    return nb


def read_result(path: Path) -> Stored | None:
    """The result in an autograded notebook and what it depended on, if it holds one of this form."""
    try:
        stored = json.loads(path.read_bytes())["metadata"][KEY]
        return Stored(
            msgspec.json.decode(stored["result"], type=Result),
            msgspec.convert(stored["fingerprints"], dict[str, str]),
            msgspec.convert(stored.get("seconds_late"), float | None),
        )
    except (OSError, ValueError, KeyError, TypeError, msgspec.MsgspecError):
        return None  # whatever is wrong with a left-over file, grading again is the answer


def summary(result: Result) -> str:
    """The first cell of the autograded notebook: what was mended or left out, for student and staff."""
    lines = [f"**Automatic criteria: {result.score:g} of {result.max_score:g} points.**"]
    missed = [criterion for criterion in result.criteria if criterion.outcome is not Outcome.PASSED]
    if missed:
        lines.append("What to look at, with the smallest case found beside each cell below:")
        lines.append("\n".join(f"- {WORDS[c.outcome]}: {inline(c.title)}" for c in missed))
    if result.remarks:
        lines.append("What had to be mended or left out:")
        lines.append("\n".join(f"- {inline(remark)}" for remark in result.remarks))
    if result.status is Status.NEEDS_ATTENTION:
        lines.append("Some criteria could not be graded. Staff will look at this submission; no points are lost.")
    lines.append(f"Graded at isolation level {inline(result.isolation)}.")
    return "\n\n".join(lines)


def inline(text: str) -> str:
    """Text from a submission, safe inside Markdown: shown as it is, never as markup."""
    return html.escape(printable(text)).replace("`", "&#96;").replace("*", "&#42;").replace("_", "&#95;")


def printable(text: str) -> str:
    """Text without control characters; a terminal or browser must not obey what a student wrote."""
    return "".join(c if c.isprintable() or c == "\n" else "\N{REPLACEMENT CHARACTER}" for c in text)


def verdict_output(criterion: CriterionResult) -> dict[str, Any]:
    """One criterion's verdict as the output of its grade cell, in HTML and plain text."""
    points = "" if criterion.points is None else f" · {criterion.points:g} of {criterion.max_points:g}"
    word = WORDS[criterion.outcome]
    title, message = printable(criterion.title), printable(criterion.message)
    plain = [f"{word}{points} — {title}"]
    color = {Outcome.PASSED: "#1a7f37", Outcome.HARNESS_ERROR: "#9a6700"}.get(criterion.outcome, "#b42318")
    rich = [f'<p style="margin:0"><b style="color:{color}">{html.escape(word)}</b>{points} — {html.escape(title)}</p>']
    if message:
        plain.append(message)
        rich += [f'<p style="margin:.4em 0">{html.escape(line)}</p>' for line in message.splitlines()]
    if criterion.counterexample:
        example = printable(criterion.counterexample)
        plain += ["The smallest case found:", example]
        rich.append("<p style='margin:.4em 0 0'>The smallest case found:</p>")
        rich.append(f"<pre style='margin:.2em 0'>{html.escape(example)}</pre>")
    if criterion.graded_with_reference:
        names = ", ".join(criterion.graded_with_reference)
        plain.append(f"Graded with a correct {names} in place of yours.")
        rich.append(f"<p style='margin:.4em 0'>Graded with a correct {html.escape(names)} in place of yours.</p>")
    return {
        "output_type": "display_data",
        "data": {"text/html": "\n".join(rich), "text/plain": "\n".join(plain)},
        "metadata": {},
    }
