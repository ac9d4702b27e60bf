"""Writing one result into the course: the gradebook's rows and the autograded folder, in this order.

The same steps as `nbgrader autograde`, without its second read and write of every file. A folder appears
under `autograded/` whole or not at all, and last: a run that dies between two submissions leaves no
submission that only looks graded.
"""

import copy
import logging
import os
import shutil
import tempfile
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import Any

import nbformat
from nbgrader.api import BaseCell, Grade, Gradebook, MissingEntry, Student, SubmittedAssignment, SubmittedNotebook
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import AssignLatePenalties, NbGraderPreprocessor
from traitlets.config import Config

from autograder.course import Course
from autograder.errors import HarnessError, SubmissionError, UsageError
from autograder.gradebook import autograded
from autograder.gradebook.access import patient, require_writable
from autograder.gradebook.preprocessors import (
    CellsOnceRead,
    GradeInSandbox,
    OverwriteCellsOnceRead,
    OverwriteKernelspecOnceRead,
    SaveResult,
)
from autograder.gradebook.settings import course_directory, load
from autograder.notebook import Submission
from autograder.result import CriterionResult, Outcome, Result

# nbgrader logs a database's error with its traceback before it raises it; we tell it once, in words.
logging.getLogger("tornado.application").addFilter(lambda log: not log.getMessage().startswith("Rolling back session"))

STEPS: tuple[type[NbGraderPreprocessor], ...] = (
    OverwriteKernelspecOnceRead,
    OverwriteCellsOnceRead,
    GradeInSandbox,
    SaveResult,
)
DRAFT = "."  # before an assignment's name: a folder that is being written


@dataclass(frozen=True)
class Previous:
    """The last result of a submission, and those of its criteria that grading again would not change.

    `is_as_late` tells whether neither a due date nor an extension nor the time stamp has changed since.
    """

    result: Result
    current: dict[str, CriterionResult]
    is_as_late: bool


class Recorder:
    """Writes results of one assignment into one course, whose gradebook it keeps open."""

    def __init__(self, course: Course, assignment: str, fingerprints: dict[str, str]) -> None:
        self._course, self._assignment, self._fingerprints = course, assignment, fingerprints
        self._config: Config = load(course)
        self._directory: CourseDirectory = course_directory(course, assignment)
        self._url = patient(self._directory.db_url)
        require_writable(self._url)
        self._gradebook = Gradebook(self._url, self._directory.course_id)
        try:
            self._cells = CellsOnceRead(self._gradebook, assignment, assignment)
        except MissingEntry:
            raise UsageError(
                f"the gradebook knows no assignment {assignment!r}: run `autograder generate {assignment}` first"
            ) from None
        finally:
            self._gradebook.db.remove()

    def close(self) -> None:
        """Close the gradebook."""
        self._gradebook.close()

    def previous(self, student: str, submission_sha256: str) -> Previous | None:
        """What is recorded of this very submission, if the gradebook still holds it. Raises SubmissionError."""
        path = self._course.autograded(student, self._assignment) / f"{self._assignment}.ipynb"
        found = autograded.read_result(path)
        if found is None or found.result.submission_sha256 != submission_sha256:
            return None
        stored = self._scores.get(student, {})
        current = {
            criterion.id: criterion
            for criterion in found.result.criteria
            if criterion.outcome is not Outcome.HARNESS_ERROR
            and found.fingerprints.get(criterion.id) == self._fingerprints.get(criterion.id, "")
            and stored.get(criterion.id) == criterion.points
        }
        return Previous(found.result, current, found.seconds_late in (None, self._seconds_late(student)))

    @cached_property
    def _scores(self) -> dict[str, dict[str, float | None]]:
        """Student → grade cell → automatic points, as they were when this was first asked."""
        found: dict[str, dict[str, float | None]] = {}
        notebook = self._gradebook.find_notebook(self._assignment, self._assignment)
        rows = (
            self._gradebook.db.query(Student.id, BaseCell.name, Grade.auto_score)
            .join(SubmittedAssignment, SubmittedAssignment.student_id == Student.id)
            .join(SubmittedNotebook, SubmittedNotebook.assignment_id == SubmittedAssignment.id)
            .join(Grade, Grade.notebook_id == SubmittedNotebook.id)
            .join(BaseCell, BaseCell.id == Grade.cell_id)
            .filter(SubmittedNotebook.notebook_id == notebook.id)
        )
        for student, cell, points in rows:
            found.setdefault(student, {})[cell] = points
        self._gradebook.db.remove()
        return found

    @cached_property
    def _handed_in(self) -> dict[str, tuple[datetime | None, datetime | None]]:
        """Student → when the gradebook says that it was handed in, and when it is due, extensions included."""
        found = {}
        for row in self._gradebook.assignment_submissions(self._assignment):
            found[row.student_id] = row.timestamp, None if row.assignment.duedate is None else row.duedate
        self._gradebook.db.remove()
        return found

    def _seconds_late(self, student: str) -> float:
        """How late a submission is as things stand now; what nbgrader will say of it once it is recorded."""
        recorded, due = self._handed_in.get(student, (None, None))
        timestamp = self._timestamp(student, self._course.submitted(student, self._assignment)) or recorded
        if timestamp is None or due is None:
            return 0.0
        return float(max(0.0, (timestamp - due).total_seconds()))

    def record(self, submission: Submission, result: Result) -> None:
        """Write one graded submission. Raises HarnessError if the course's files or database can't be written."""
        student = submission.student
        assert student is not None
        resources: dict[str, Any] = {
            "nbgrader": {
                "student": student,
                "assignment": self._assignment,
                "notebook": self._assignment,
                "db_url": self._url,
            },
            "autograder_course": self._course,
            "autograder_gradebook": self._gradebook,
            "autograder_cells": self._cells,
            "autograder_fingerprints": self._fingerprints,
            "autograder_result": result,
        }
        folder = self._course.submitted(student, self._assignment)
        notebook = copy.deepcopy(submission.notebook)
        try:
            late = self._add_submission(student, folder)
            resources["autograder_seconds_late"] = late
            for step in (*STEPS, AssignLatePenalties) if late > 0 else STEPS:
                # `coursedir` and the like are looked up on the parent; the course directory is all they need.
                preprocessor = step(parent=self._directory, config=self._config, enabled=True)
                notebook, resources = preprocessor.preprocess(notebook, resources)
            self._write_folder(student, folder, nbformat.writes(notebook))
        except (SubmissionError, UsageError):
            raise
        except Exception as error:
            place = f"{type(error).__name__}: {error}".splitlines()[0]
            raise HarnessError(f"{student}, {self._assignment}: the result can't be recorded ({place})") from error
        finally:
            self._gradebook.db.remove()  # what others write in the meantime is read anew for the next one

    def _add_submission(self, student: str, folder: Path) -> float:
        """Make the submission's rows; returns by how many seconds it is late."""
        timestamp = self._timestamp(student, folder)
        self._gradebook.update_or_create_student(student)
        fields = {} if timestamp is None else {"timestamp": timestamp}
        submission = self._gradebook.update_or_create_submission(self._assignment, student, **fields)
        return float(submission.total_seconds_late)

    def _timestamp(self, student: str, folder: Path) -> Any:
        if not (folder / "timestamp.txt").is_file():
            return None
        try:
            return self._directory.get_existing_timestamp(str(folder))
        except Exception:
            raise SubmissionError(
                f"{folder / 'timestamp.txt'}: is not a date, so it can't be told whether {student} was late; mend it"
            ) from None

    def _write_folder(self, student: str, folder: Path, text: str) -> None:
        """Put the autograded notebook in place, with the time stamp and nothing else that the student sent."""
        target = self._course.autograded(student, self._assignment)
        target.parent.mkdir(parents=True, exist_ok=True)
        for left in target.parent.glob(f"{DRAFT}{self._assignment}-*"):
            shutil.rmtree(left)  # of a grader that was killed right here
        with tempfile.TemporaryDirectory(prefix=f"{DRAFT}{self._assignment}-", dir=target.parent) as name:
            draft = Path(name) / "new"
            draft.mkdir(mode=0o755)
            (draft / f"{self._assignment}.ipynb").write_text(text, encoding="utf-8")
            stamp = folder / "timestamp.txt"
            if stamp.is_file() and not stamp.is_symlink():
                shutil.copyfile(stamp, draft / stamp.name)
            if target.exists():
                target.rename(Path(name) / "old")
            os.replace(draft, target)
