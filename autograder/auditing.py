"""The hidden tests' own error rate, measured on the bank of right and wrong answers and on mutants.

For each course seed: the reference and every accepted variant must get full marks, the untouched notebook 0,
and every mistake must fail the criteria that its file names and lose at most a third of its part's points,
unless its file says why it is useless. What a mistake costs is measured under the first seed; under the others
only the criteria that it names are run. Every mutant of the reference must fail a criterion under the first
seed, or be listed in `equivalent_mutants.toml` with the reason why it is no mistake.
"""

import time
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from autograder import bank, mutants
from autograder.assignment import Assignment
from autograder.bank import Answer
from autograder.course import Course
from autograder.diagnosis import diagnosis_for
from autograder.errors import AssignmentError
from autograder.grading import grade
from autograder.mutants import Mutant
from autograder.pool import results
from autograder.result import Outcome, Result
from autograder.sandbox import Level, Sandbox
from autograder.workplace import Workplace, runnable_cells

FIRST, OTHER = "0", "1"  # of the course seeds
FAIR_SHARE = 1 / 3 + 1e-9  # of a part's points, for a single fault


MIN_PRECISION = 0.95  # of the names that are given to mistakes
MIN_KILLED = 0.98  # of the mutants that are not equivalent


@dataclass(frozen=True)
class Survivor:
    """A mutant that passed every criterion of its part; `reason` says why that is no hole, if it is none."""

    key: str
    part: str
    change: str
    reason: str


@dataclass
class Audit:
    """What was found about one assignment's hidden tests."""

    assignment: str
    seeds: int
    counts: dict[str, int] = field(default_factory=dict)
    findings: list[str] = field(default_factory=list)
    lost: dict[str, float] = field(default_factory=dict)  # mistake → share of its part's points
    survivors: list[Survivor] = field(default_factory=list)
    named: int = 0  # wrong answers in which a known mistake was recognized
    named_rightly: int = 0  # of those, that it also answers alike to under another seed
    idle: list[str] = field(default_factory=list)  # criteria that no wrong answer needs: others fail it too
    seconds: float = 0.0

    @property
    def precision(self) -> float:
        """The share of right names among the mistakes that were named; 1 where there are none."""
        return self.named_rightly / self.named if self.named else 1.0

    @property
    def killed(self) -> float:
        """The share of killed mutants among those that are not equivalent; 1 where there are none."""
        equivalent = sum(bool(survivor.reason) for survivor in self.survivors)
        real = self.counts.get("mutants", 0) - equivalent
        return 1 - (len(self.survivors) - equivalent) / real if real else 1.0


def audit(
    course: Course,
    assignment: Assignment,
    level: Level,
    jobs: int,
    seeds: Sequence[int],
    *,
    with_mutants: bool = True,
    which_mistakes: slice = slice(None),
    tick: Callable[[int], None] = lambda total: None,
) -> Audit:
    """Grade the whole bank under these course seeds, as students are graded, and mutants under seed 0.

    `which_mistakes` of those in the bank are taken, in alphabetical order. `tick` is called with the number of all
    gradings after each of them.
    """
    start = time.perf_counter()
    reference = bank.reference(course, assignment)
    accepted, wrong = bank.accepted(course, assignment), bank.mistakes(course, assignment)[which_mistakes]
    changed = mutants.of_answer(reference.definitions, graded_parts(assignment)) if with_mutants else ()
    by_key = {mutant.key: mutant for mutant in changed}
    counts = {"accepted": len(accepted), "mistakes": len(wrong), "mutants": len(changed)}
    found = Audit(assignment.name, len(seeds), counts)
    answers = [None, reference, *accepted, *wrong]
    tasks = [(assignment, reference, answer, str(seed)) for seed in seeds for answer in answers]
    tasks += [(assignment, reference, as_answer(mutant), FIRST) for mutant in changed]
    to_be_named = [(course, assignment.name, answers) for answers in to_name(wrong, changed)] if with_mutants else []
    failing: list[set[str]] = []  # criteria that a wrong answer fails
    alive: list[Mutant] = []
    for index, result in results(grade_answer, tasks, level, jobs):
        _, _, answer, seed = tasks[index]
        tick(len(tasks) + len(to_be_named))
        failed = {c.id for c in result.criteria if c.outcome is not Outcome.PASSED}
        if answer is not None and answer.stem in by_key:
            found.findings += harness_errors(answer, result, seed)
            failing.append(failed)
            if not failed:
                alive.append(by_key[answer.stem])
            continue
        found.findings += findings(answer, result, seed)
        if answer in wrong and seed == FIRST:
            found.lost[answer.stem] = lost_share(result)
            failing.append(failed)
    if with_mutants:
        found.survivors, holes = explained(course, assignment.name, alive)
        found.findings += holes
    if found.killed < MIN_KILLED:
        found.findings.append(f"only {found.killed:.1%} of the mutants are killed, of {MIN_KILLED:.0%} at least")
    for _, (named, right) in results(names, to_be_named, level, jobs):
        tick(len(tasks) + len(to_be_named))
        found.named += named
        found.named_rightly += right
    if found.precision < MIN_PRECISION:
        found.findings.append(f"only {found.precision:.1%} of the mistakes are named rightly")
    needed = {min(failed) for failed in failing if len(failed) == 1}
    found.idle = sorted(set(assignment.criteria) - needed)
    found.findings.sort()
    found.seconds = time.perf_counter() - start
    return found


def to_name(wrong: Sequence[Answer], changed: Sequence[Mutant]) -> list[tuple[Answer, ...]]:
    """What the naming of mistakes is measured on: a sample of the mistakes, of pairs of them, and of mutants."""
    shifted = zip(wrong, (*wrong[len(wrong) // 2 :], *wrong), strict=False)  # far apart, so of different parts mostly
    pairs = [pair for pair in shifted if not set(pair[0].definitions) & set(pair[1].definitions)]
    return [*((answer,) for answer in wrong[::4]), *pairs[::12], *((as_answer(mutant),) for mutant in changed[::3])]


def names(sandbox: Sandbox, course: Course, name: str, answers: tuple[Answer, ...]) -> tuple[int, int]:
    """How many parts of a wrong answer got a mistake's name, and how many of those names are right."""
    diagnosis = diagnosis_for(course, name)
    assert diagnosis is not None
    submission = bank.as_submission(diagnosis.assignment, diagnosis.reference, *answers, experiments=False)
    parts = set().union(*(answer.definitions for answer in answers)) & set(graded_parts(diagnosis.assignment))
    result = grade(submission, diagnosis.assignment, sandbox, FIRST, parts, shrink=False, diagnosis=diagnosis)
    named = {criterion.mistake for criterion in result.criteria if criterion.mistake is not None}
    with Workplace(sandbox, runnable_cells(submission.notebook, claimed=diagnosis.assignment.criteria)) as place:
        right = [diagnosis.is_right(sandbox, place, stem, OTHER) for stem in sorted(named)]
    return len(named), sum(right)


def graded_parts(assignment: Assignment) -> list[str]:
    """The parts with automatic criteria, in the notebook's order."""
    graded = {cell.part for cell in assignment.grade_cells if not cell.manual}
    return [part for part in assignment.parts if part in graded]


def as_answer(mutant: Mutant) -> Answer:
    """A mutant as an answer of the bank; no file holds it."""
    return Answer(Path(f"{mutant.key}.py"), "", (), "", {mutant.part: mutant.source}, "")


def explained(course: Course, name: str, alive: list[Mutant]) -> tuple[list[Survivor], list[str]]:
    """The surviving mutants with their reasons, and a finding for each that has none and each reason without one."""
    path = course.solutions(name) / "equivalent_mutants.toml"
    try:
        reasons = tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    except tomllib.TOMLDecodeError as error:
        raise AssignmentError(f"{path}: {error}") from None
    survivors = [
        Survivor(m.key, m.part, m.diff, str(reasons.get(m.key, ""))) for m in sorted(alive, key=lambda m: m.key)
    ]
    findings = [f"the mutant {s.key} of {s.part} passed every criterion: {s.change}" for s in survivors if not s.reason]
    stale = sorted(set(reasons) - {survivor.key for survivor in survivors})
    findings += [f"{path.name} explains {key}, which is no surviving mutant: remove the line" for key in stale]
    return survivors, findings


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
    parts = answer.definitions if set(graded_parts(assignment)).issuperset(answer.definitions) else None
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
    lines = harness_errors(answer, result, seed)
    for c in result.criteria:
        if c.id in answer.fails and c.outcome is Outcome.PASSED:
            lines.append(f"seed {seed}: the mistake {answer.stem} passed {c.id}, which it should fail")
    if seed == FIRST and lost_share(result) > FAIR_SHARE and not answer.useless:
        lines.append(f"seed {seed}: the mistake {answer.stem} costs {lost_share(result):.0%} of its part for one fault")
    return lines


def harness_errors(answer: Answer, result: Result, seed: str) -> list[str]:
    """A line for each fault of ours."""
    return [
        f"seed {seed}: {answer.stem}: harness error in {c.id}: {c.message}"
        for c in result.criteria
        if c.outcome is Outcome.HARNESS_ERROR
    ]


def lost_share(result: Result) -> float:
    """Which share of the automatic points of the parts that a mistake defines it lost."""
    return 1 - result.score / result.max_score if result.max_score else 0.0
