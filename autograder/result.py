"""What grading one submission yields: frozen, versioned, and the same whoever asks for it."""

import math
from enum import StrEnum

import msgspec

SCHEMA = 1


class Outcome(StrEnum):
    """How one criterion ended. Every value but `HARNESS_ERROR` is about the student's code."""

    PASSED = "passed"
    FAILED = "failed"
    NOT_IMPLEMENTED = "not_implemented"
    TIMED_OUT = "timed_out"
    CRASHED = "crashed"
    HARNESS_ERROR = "harness_error"


class Status(StrEnum):
    """Whether the score is final, or staff have to look at the submission first."""

    GRADED = "graded"
    NEEDS_ATTENTION = "needs_attention"


class CriterionResult(msgspec.Struct, frozen=True, kw_only=True):
    """One criterion of one submission.

    `points` is None exactly when the outcome is `harness_error`: our fault is never a zero.
    `message` and `counterexample` are plain text for the student; `mistake` is the stem of a known
    mistake's file; `graded_with_reference` names the student's parts that a correct one replaced.
    """

    id: str
    title: str
    points: float | None
    max_points: float
    outcome: Outcome
    message: str = ""
    counterexample: str | None = None
    mistake: str | None = None
    graded_with_reference: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if (self.points is None) != (self.outcome is Outcome.HARNESS_ERROR):
            raise ValueError(f"{self.id}: points are missing exactly for a harness error")
        if self.points is not None and not (math.isfinite(self.points) and 0 <= self.points <= self.max_points):
            raise ValueError(f"{self.id}: {self.points} is not a score between 0 and {self.max_points}")


class CellOutcome(msgspec.Struct, frozen=True, kw_only=True):
    """What running one of the student's code cells left: its nbformat outputs, in order."""

    cell_id: str
    outputs: tuple[dict[str, object], ...] = ()


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """The grade of one submission, before any manual grade."""

    assignment: str
    student: str | None
    notebook: str
    submission_sha256: str
    status: Status
    isolation: str
    seconds: float
    criteria: tuple[CriterionResult, ...]
    remarks: tuple[str, ...] = ()  # what was repaired or skipped, one line each, for student and staff
    cells: tuple[CellOutcome, ...] = ()  # for the autograded notebook, not part of the JSON

    @property
    def score(self) -> float:
        """Sum of the points that are known."""
        return sum(c.points for c in self.criteria if c.points is not None)

    @property
    def max_score(self) -> float:
        """Sum of the points that this assignment's automatic criteria can give."""
        return sum(c.max_points for c in self.criteria)

    def to_json(self) -> str:
        """One JSON object on one line, with the keys that the command line promises."""
        fields = {
            "schema": SCHEMA,
            "assignment": self.assignment,
            "student": self.student,
            "notebook": self.notebook,
            "submission_sha256": self.submission_sha256,
            "score": self.score,
            "max_score": self.max_score,
            "status": self.status,
            "isolation": self.isolation,
            "seconds": round(self.seconds, 3),
            "remarks": self.remarks,
            "criteria": self.criteria,
        }
        return msgspec.json.encode(fields).decode()
