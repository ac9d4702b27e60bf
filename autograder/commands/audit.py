"""Measure the hidden tests' own error rate on the bank of right and wrong answers, and on mutants.

A right answer that loses a point, a mistake that passes a criterion it should fail, and a mutant of the
reference that passes every criterion are findings: a line for each, and exit code 1. A clean audit is recorded
in `solutions/A/audit.json`, and `generate` publishes what it stands for.
"""

import argparse
import dataclasses
import json
from pathlib import Path

from rich.table import Table

from autograder import audit_page, audit_record
from autograder.assignment import Assignment
from autograder.auditing import Audit, audit
from autograder.commands import options as shared
from autograder.course import Course
from autograder.sandbox import Level
from autograder.terminal import progress, stdout, warn


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    shared.add_assignments(parser, optional=True)
    parser.add_argument(
        "--seeds", type=shared.positive, default=1, metavar="N", help="number of course seeds to try (default: 1)"
    )
    parser.add_argument("--no-mutants", action="store_true", help="the bank alone; such an audit is not recorded")
    parser.add_argument("--html", type=Path, metavar="FILE", help="write a page with every surviving mutant")
    shared.add_jobs(parser)
    shared.add_json(parser)
    shared.add_isolation(parser)


def run(options: argparse.Namespace) -> int:
    """Audit assignment by assignment."""
    course = Course.find(options.course)
    assignments = [Assignment.load(course, name) for name in options.assignments or course.assignments()]
    level = shared.level(options)
    audits = []
    for assignment in assignments:
        found = watched(course, assignment, level, options.jobs, options.seeds, with_mutants=not options.no_mutants)
        audits.append(found)
        tell_findings(found)
        if options.json:
            print(json.dumps(dataclasses.asdict(found) | {"killed": found.killed}), flush=True)
    if options.html is not None:
        options.html.write_text(audit_page.page(audits), encoding="utf-8")
    if not options.json:
        stdout().print(table(audits))
        stdout().print(f"{sum(found.seconds for found in audits):.0f} s")
    return int(any(found.findings for found in audits))


def watched(
    course: Course, assignment: Assignment, level: Level, jobs: int, seeds: int, *, with_mutants: bool = True
) -> Audit:
    """Audit with a progress bar, and record it if it is clean and whole."""
    assignment.check()
    with progress(f"auditing {assignment.name}", None) as ticker:
        found = audit(course, assignment, level, jobs, range(seeds), with_mutants=with_mutants, tick=ticker.tick_of)
    if with_mutants and not found.findings:
        audit_record.keep(course, assignment, found)
    return found


def tell_findings(found: Audit) -> None:
    """A line each on stderr."""
    for finding in found.findings:
        warn(f"{found.assignment}: {finding}")


def table(audits: list[Audit]) -> Table:
    """One row per assignment.

    "right" and "wrong" count the answers of the bank; "lost" is the share of its part's points that a wrong one
    costs, the median over all, and "worst" the most, which is above a third for useless answers alone; "equal" are
    mutants that are no mistakes; "named" is how often the name that a wrong answer got is right.
    """
    rows = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="bold")  # fits 80 columns
    rows.add_column("assignment", no_wrap=True)
    for column in ("seeds", "right", "wrong", "lost", "worst", "mutants", "killed", "equal", "named", "findings"):
        rows.add_column(column, justify="right", no_wrap=True)
    for found in audits:
        shares = sorted(found.lost.values())
        rows.add_row(
            found.assignment,
            str(found.seeds),
            *(str(found.counts[key]) for key in ("accepted", "mistakes")),
            f"{shares[len(shares) // 2]:.0%}" if shares else "-",
            f"{shares[-1]:.0%}" if shares else "-",
            str(found.counts["mutants"]),
            f"{found.killed:.1%}" if found.counts["mutants"] else "-",
            str(sum(bool(survivor.reason) for survivor in found.survivors)),
            f"{found.precision:.0%}" if found.named else "-",
            str(len(found.findings)),
        )
    return rows
