"""Measure the hidden tests' own error rate on the bank of right and wrong answers.

For each assignment and each seed: the reference and every accepted variant must get full marks, the
untouched notebook 0, and every mistake must fail the criteria that its file names. Exit code 1 and a line
for each answer that does not.
"""

import argparse
import json
from dataclasses import dataclass, field

from rich.table import Table

from autograder import bank
from autograder.assignment import Assignment
from autograder.bank import Answer
from autograder.commands import options as shared
from autograder.course import Course
from autograder.grading import grade
from autograder.result import Outcome, Result
from autograder.sandbox import Sandbox
from autograder.terminal import progress, stdout, warn


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    shared.add_assignments(parser, optional=True)
    parser.add_argument("--seeds", type=int, default=1, metavar="N", help="number of course seeds to try (default: 1)")
    shared.add_json(parser)
    shared.add_isolation(parser)


@dataclass
class Audit:
    """What was found about one assignment's hidden tests."""

    assignment: str
    seeds: int
    counts: dict[str, int] = field(default_factory=dict)
    findings: list[str] = field(default_factory=list)
    lost: dict[str, float] = field(default_factory=dict)  # mistake → share of its part's points, the worst seed


def run(options: argparse.Namespace) -> int:
    """Audit assignment by assignment."""
    course = Course.find(options.course)
    audits = []
    with shared.sandbox(options) as sandbox:
        for name in options.assignments or course.assignments():
            assignment = Assignment.load(course, name)
            assignment.check()
            audits.append(audit(course, assignment, sandbox, options.seeds))
    for found in audits:
        for finding in found.findings:
            warn(f"{found.assignment}: {finding}")
        if options.json:
            print(json.dumps(vars(found)))
    if not options.json:
        stdout().print(table(audits))
    return int(any(found.findings for found in audits))


def audit(course: Course, assignment: Assignment, sandbox: Sandbox, seeds: int) -> Audit:
    """Grade the whole bank under `seeds` course seeds, 0, 1, 2 …, as students are graded."""
    reference = bank.reference(course, assignment)
    right = (reference, *bank.accepted(course, assignment))
    wrong = bank.mistakes(course, assignment)
    found = Audit(assignment.name, seeds, {"accepted": len(right) - 1, "mistakes": len(wrong)})
    with progress(f"auditing {assignment.name}", seeds * (len(right) + len(wrong) + 1)) as ticker:
        for seed in map(str, range(seeds)):
            untouched = grade(bank.as_submission(assignment), assignment, sandbox, seed)
            if untouched.score != 0:
                found.findings.append(f"seed {seed}: the untouched notebook gets {untouched.score:g} points")
            ticker.tick()
            for answer in right:
                result = grade(bank.as_submission(assignment, reference, answer), assignment, sandbox, seed)
                found.findings += false_fails(answer, result, seed)
                ticker.tick()
            for answer in wrong:
                result = grade(bank.as_submission(assignment, reference, answer), assignment, sandbox, seed)
                found.findings += false_passes(answer, result, seed)
                share = lost_share(answer, result, assignment)
                found.lost[answer.stem] = max(share, found.lost.get(answer.stem, 0.0))
                ticker.tick()
    return found


def false_fails(answer: Answer, result: Result, seed: str) -> list[str]:
    """A line for each criterion that a right answer did not pass."""
    return [
        f"seed {seed}: the right answer {answer.stem} did not pass {c.id} ({c.outcome}): {c.message}"
        for c in result.criteria
        if c.outcome is not Outcome.PASSED
    ]


def false_passes(answer: Answer, result: Result, seed: str) -> list[str]:
    """A line for each criterion that a mistake should have failed, and for each harness error."""
    lines = []
    for c in result.criteria:
        if c.outcome is Outcome.HARNESS_ERROR:
            lines.append(f"seed {seed}: {answer.stem}: harness error in {c.id}: {c.message}")
        elif c.id in answer.fails and c.outcome is Outcome.PASSED:
            lines.append(f"seed {seed}: the mistake {answer.stem} passed {c.id}, which it should fail")
    return lines


def lost_share(answer: Answer, result: Result, assignment: Assignment) -> float:
    """Which share of the automatic points of the parts that it defines a mistake lost."""
    cells = {cell.grade_id: cell for cell in assignment.grade_cells}
    own = [c for c in result.criteria if cells[c.id].part in answer.definitions]
    total = sum(c.max_points for c in own)
    return 1 - sum(c.points or 0.0 for c in own) / total if total else 0.0


def table(audits: list[Audit]) -> Table:
    """One row per assignment."""
    rows = Table(box=None, pad_edge=False, header_style="bold")
    for column in ("assignment", "seeds", "accepted", "mistakes", "findings", "lost per mistake: median", "worst"):
        rows.add_column(column, justify="left" if column == "assignment" else "right")
    for found in audits:
        shares = sorted(found.lost.items(), key=lambda item: item[1])
        median = f"{shares[len(shares) // 2][1]:.0%}" if shares else "-"
        worst = f"{shares[-1][1]:.0%} {shares[-1][0]}" if shares else "-"
        counts = [str(found.counts[key]) for key in ("accepted", "mistakes")]
        rows.add_row(found.assignment, str(found.seeds), *counts, str(len(found.findings)), median, worst)
    return rows
