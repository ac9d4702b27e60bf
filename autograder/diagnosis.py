"""The mistake by name: a known wrong answer that gives what the student's gives, wherever that is judged.

Where criteria of a part failed, the requests of those criteria go to the student's code again, and to each known
mistake of that part that fails no other criterion. If the replies of exactly one mistake are the student's, all of
them, its docstring is the hint. Two that explain the same are none, unless they answer alike to every criterion of
the part, which makes them one mistake in two files: a wrong name is worse than no name.

Only criteria that call plain functions have requests that can be repeated; see `foresight`.
"""

import ast
import functools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
import torch
from torch import Tensor

from autograder import bank
from autograder.assignment import Assignment
from autograder.bank import Answer
from autograder.course import Course
from autograder.errors import AssignmentError
from autograder.examination import Verdict, examine, script_of
from autograder.result import Outcome
from autograder.sandbox import ChildGone, Limits, Prepared, Sandbox
from autograder.sandbox.inside import wire
from autograder.student import Student
from autograder.suite import collected
from autograder.workplace import Cell, Workplace, runnable_cells

CLOSE = 1e-4  # of the largest number: two ways to write one mistake differ by rounding
LIMITS = Limits(call_seconds=2.0)  # for one reply; a slow answer gets no name

Requests = Mapping[str, tuple[Prepared, ...]]  # by criterion
Replies = Mapping[str, tuple[wire.Reply, ...]]


@dataclass(frozen=True)
class Named:
    """A known mistake's file, and what it says to the student; nothing where it was said for a criterion before."""

    stem: str
    hint: str


@dataclass
class Diagnosis:
    """What the known mistakes of an assignment answer, found out as it is needed and kept for the next submission."""

    assignment: Assignment
    reference: Answer
    mistakes: Sequence[Answer]
    _known: dict[tuple[str, str, str], tuple[wire.Reply, ...] | None] = field(default_factory=dict)
    _unrepeatable: set[tuple[str, str]] = field(default_factory=set)  # criteria, with a seed

    def named(
        self, sandbox: Sandbox, workplace: Workplace, verdicts: Mapping[str, Verdict], seed: str
    ) -> dict[str, Named]:
        """Failed criterion → the one known mistake that explains all that failed of its part."""
        found: dict[str, Named] = {}
        for part in self.assignment.parts:
            criteria = self._criteria(part)
            missed = [name for name in criteria if name in verdicts and verdicts[name].outcome is not Outcome.PASSED]
            failed = [name for name in missed if verdicts[name].outcome is Outcome.FAILED]
            if not failed or len(failed) < len(missed):  # of what crashed or hung there are no replies to compare
                continue
            candidates = [m for m in self.mistakes if set(m.definitions) == {part} and set(m.fails) <= set(failed)]
            if not candidates:
                continue
            with self._place(sandbox, self.reference) as bench:
                only = self._only(bench, workplace, failed, criteria, candidates, seed)
            if only is not None:
                hints = (f"A hint: {' '.join(only.docstring.split())}", *[""] * (len(failed) - 1))
                found |= {name: Named(only.stem, hint) for name, hint in zip(failed, hints, strict=True)}
        return found

    def _only(
        self,
        bench: Workplace,
        workplace: Workplace,
        failed: Sequence[str],
        criteria: Sequence[str],
        candidates: Iterable[Answer],
        seed: str,
    ) -> Answer | None:
        """The one candidate whose replies to the failed criteria are the student's. Candidates run on `bench`."""
        requests = self._requests(bench.sandbox, failed, seed)
        explaining = list(candidates)
        for asked in (dict(list(requests.items())[:1]), requests):  # one criterion leaves few for the others
            theirs = replies(workplace, asked)
            if not theirs:
                return None
            explaining = [m for m in explaining if alike(theirs, self._of(bench, m, asked, seed))]
        if len(explaining) < 2:
            return explaining[0] if explaining else None
        requests = self._requests(bench.sandbox, criteria, seed)
        first, *others = (self._of(bench, mistake, requests, seed) for mistake in explaining)
        return explaining[0] if all(alike(first, other) for other in others) else None

    def is_right(self, sandbox: Sandbox, workplace: Workplace, stem: str, seed: str) -> bool:
        """Whether this mistake answers like the student to all criteria of its part, also under another seed."""
        mistake = next(mistake for mistake in self.mistakes if mistake.stem == stem)
        requests = self._requests(sandbox, self._criteria(*mistake.definitions), seed)
        theirs = replies(workplace, requests)
        with self._place(sandbox, self.reference) as bench:
            return theirs is not None and alike(theirs, self._of(bench, mistake, requests, seed))

    def _criteria(self, part: str) -> list[str]:
        """The automatic criteria of a part, in the notebook's order."""
        cells = (cell.grade_id for cell in self.assignment.grade_cells if cell.part == part)
        return [name for name in cells if name in self.assignment.criteria]

    def _requests(self, sandbox: Sandbox, criteria: Sequence[str], seed: str) -> Requests:
        """What these criteria ask, where that can be repeated. The reference is asked, if nobody was yet."""
        suite = collected(self.assignment.tests_path)
        wanted = [name for name in criteria if (name, seed) not in self._unrepeatable]
        unknown = [name for name in wanted if script_of(suite, name, seed) is None]
        if unknown:
            with self._place(sandbox, self.reference) as place:
                examine(suite, unknown, Student(place, self.assignment.forbidden), seed, shrink=False)
        scripts = {name: script_of(suite, name, seed) for name in wanted}
        self._unrepeatable |= {(name, seed) for name, script in scripts.items() if script is None}
        return {name: script.requests for name, script in scripts.items() if script is not None}

    def _of(self, bench: Workplace, mistake: Answer, requests: Requests, seed: str) -> Replies | None:
        """What a mistake answers to these criteria; None if something does not come.

        Its cell takes the place of the one before: to start a process for each would cost more than its answers.
        """
        new = {name: asked for name, asked in requests.items() if (mistake.stem, name, seed) not in self._known}
        if new:
            found = replies(bench, new, "\n\n\n".join((mistake.preamble, *mistake.definitions.values())))
            if not _only_imports(mistake.preamble):
                bench.close()  # its helpers would stay; the next one gets a new process
            for name in new:
                self._known[mistake.stem, name, seed] = None if found is None else found[name]
        answers = {name: self._known[mistake.stem, name, seed] for name in requests}
        complete = {name: answer for name, answer in answers.items() if answer is not None}
        return complete if len(complete) == len(answers) else None

    def _place(self, sandbox: Sandbox, answer: Answer) -> Workplace:
        """Where the reference with this answer in it runs: none of it meets a student's code."""
        submission = bank.as_submission(self.assignment, self.reference, answer, experiments=False)
        cells: tuple[Cell, ...] = runnable_cells(submission.notebook, claimed=self.assignment.criteria)
        return Workplace(sandbox, cells)


@functools.cache
def diagnosis_for(course: Course, name: str) -> Diagnosis | None:
    """The diagnosis of one assignment, for all submissions that this process grades; None without a sound bank."""
    try:
        assignment = Assignment.load(course, name)
        return Diagnosis(assignment, bank.reference(course, assignment), bank.mistakes(course, assignment))
    except AssignmentError:
        return None  # the audit names what is wrong there; grading does without hints


def replies(workplace: Workplace, requests: Requests, *more_cells: str) -> Replies | None:
    """What comes back after some more cells, by criterion and in order; None if it does not come."""
    found: dict[str, tuple[wire.Reply, ...]] = {}
    try:
        child = workplace.child()
        for source in more_cells:
            child.run_cell(source)
        for name, asked in requests.items():
            child.ahead(asked)
            found[name] = tuple(child.next_reply(LIMITS.call_seconds) for _ in asked)
    except ChildGone:
        return None
    return found


def _only_imports(source: str) -> bool:
    return all(isinstance(node, ast.Import | ast.ImportFrom) for node in ast.parse(source).body)


def alike(first: Any, second: Any) -> bool:
    """Whether two replies, or values in them, are the same up to rounding."""
    if type(first) is not type(second):
        return False
    if isinstance(first, Tensor):
        if first.shape != second.shape or first.dtype != second.dtype:
            return False
        if not first.is_floating_point():
            return torch.equal(first, second)
        size = float(second.nan_to_num(0, 0, 0).abs().max()) if second.numel() else 0.0
        return torch.allclose(first, second, rtol=0, atol=CLOSE * (1 + size), equal_nan=True)
    if isinstance(first, float):
        return bool(first == second or abs(first - second) <= CLOSE * (1 + abs(second)) or first != first != second)
    if isinstance(first, list | tuple):
        return len(first) == len(second) and all(map(alike, first, second))
    if isinstance(first, dict):
        return first.keys() == second.keys() and all(alike(first[key], second[key]) for key in first)
    if isinstance(first, wire.Opaque):
        return bool((first.type_name, first.text) == (second.type_name, second.text))
    if isinstance(first, wire.Raised):
        return bool(first.kind == second.kind)  # the message and the place are in the words of who wrote it
    if isinstance(first, msgspec.Struct):
        return all(
            alike(getattr(first, name), getattr(second, name)) for name in first.__struct_fields__ if name != "id"
        )
    return bool(first == second)
