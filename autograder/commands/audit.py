"""Measure the hidden tests' own error rate on the bank of right and wrong answers.

For each assignment and each seed: the reference and every accepted variant must get full marks, the
untouched notebook 0, and every mistake must fail the criteria that its file names and lose at most a third
of its part's points, unless its file says why it is useless. Exit code 1 and a line for each that does not.
What a mistake costs is measured under the first seed; under the others only the criteria that it names are run.
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
from autograder.pool import results
from autograder.result import Outcome, Result
from autograder.sandbox import Level, Sandbox
from autograder.terminal import progress, stdout, warn


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    shared.add_assignments(parser, optional=True)
    parser.add_argument(
        "--seeds", type=shared.positive, default=1, metavar="N", help="number of course seeds to try (default: 1)"
    )
    shared.add_jobs(parser)
    shared.add_json(parser)
    shared.add_isolation(parser)


FIRST = "0"  # of the course seeds
FAIR_SHARE = 1 / 3 + 1e-9  # of a part's points, for a single fault


@dataclass
class Audit:
    """What was found about one assignment's hidden tests."""

    assignment: str
    seeds: int
    counts: dict[str, int] = field(default_factory=dict)
    findings: list[str] = field(default_factory=list)
    lost: dict[str, float] = field(default_factory=dict)  # mistake → share of its part's points


def run(options: argparse.Namespace) -> int:
    """Audit assignment by assignment."""
    course = Course.find(options.course)
    assignments = [Assignment.load(course, name) for name in options.assignments or course.assignments()]
    level = shared.level(options)
    audits = []
    for assignment in assignments:
        assignment.check()
        audits.append(audit(course, assignment, level, options.jobs, options.seeds))
    for found in audits:
        for finding in found.findings:
            warn(f"{found.assignment}: {finding}")
        if options.json:
            print(json.dumps(vars(found)))
    if not options.json:
        stdout().print(table(audits))
    return int(any(found.findings for found in audits))


def audit(course: Course, assignment: Assignment, level: Level, jobs: int, seeds: int) -> Audit:
    """Grade the whole bank under the course seeds 0, 1, 2 …, as students are graded."""
    reference = bank.reference(course, assignment)
    accepted = bank.accepted(course, assignment)
    wrong = bank.mistakes(course, assignment)
    found = Audit(assignment.name, seeds, {"accepted": len(accepted), "mistakes": len(wrong)})
    answers = [None, reference, *accepted, *wrong]
    tasks = [(assignment, reference, answer, str(seed)) for seed in range(seeds) for answer in answers]
    with progress(f"auditing {assignment.name}", len(tasks)) as ticker:
        for index, result in results(grade_answer, tasks, level, jobs):
            _, _, answer, seed = tasks[index]
            found.findings += findings(answer, result, seed)
            if answer in wrong and seed == FIRST:
                share = lost_share(result)
                found.lost[answer.stem] = share
            ticker.tick()
    found.findings.sort()
    return found


def grade_answer(
    sandbox: Sandbox, assignment: Assignment, reference: Answer, answer: Answer | None, seed: str
) -> Result:
    """Grade one answer of the bank, or None, the untouched notebook.

    Only the criteria of the parts that an answer defines are run: its other cells are the reference's,
    which is graded as a whole. An answer that also defines a part without criteria, an earlier assignment's,
    is graded as a whole too.
    """
    if answer is None:
        return grade(bank.as_submission(assignment), assignment, sandbox, seed, shrink=False)
    submission = bank.as_submission(assignment, reference, answer, experiments=False)
    if answer.fails and seed != FIRST:
        return grade(submission, assignment, sandbox, seed, only_criteria=answer.fails, shrink=False)
    graded_parts = {cell.part for cell in assignment.grade_cells}
    parts = answer.definitions if graded_parts.issuperset(answer.definitions) else None
    return grade(submission, assignment, sandbox, seed, parts, shrink=False)


def findings(answer: Answer | None, result: Result, seed: str) -> list[str]:
    """What speaks against the hidden tests in one graded answer, a line each."""
    if answer is None:
        return [f"seed {seed}: the untouched notebook gets {result.score:g} points"] if result.score else []
    return (false_passes if answer.fails else false_fails)(answer, result, seed)


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
    if seed == FIRST and lost_share(result) > FAIR_SHARE and not answer.useless:
        lines.append(f"seed {seed}: the mistake {answer.stem} costs {lost_share(result):.0%} of its part for one fault")
    return lines


def lost_share(result: Result) -> float:
    """Which share of the automatic points of the parts that a mistake defines it lost."""
    return 1 - result.score / result.max_score if result.max_score else 0.0


def table(audits: list[Audit]) -> Table:
    """One row per assignment."""
    rows = Table(box=None, pad_edge=False, header_style="bold")
    for column in (
        "assignment",
        "seeds",
        "accepted",
        "mistakes",
        "findings",
        "lost per mistake: median",
        "worst",
    ):
        rows.add_column(column, justify="left" if column == "assignment" else "right")
    for found in audits:
        shares = sorted(found.lost.items(), key=lambda item: item[1])
        median = f"{shares[len(shares) // 2][1]:.0%}" if shares else "-"
        worst = f"{shares[-1][1]:.0%} {shares[-1][0]}" if shares else "-"
        counts = [str(found.counts[key]) for key in ("accepted", "mistakes")]
        rows.add_row(found.assignment, str(found.seeds), *counts, str(len(found.findings)), median, worst)
    return rows
