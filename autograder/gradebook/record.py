"""Writing one result into the course: the gradebook's rows and the autograded folder, in this order.

The same steps as `nbgrader autograde`, without its second read and write of every file. A folder appears
under `autograded/` whole or not at all, and last: a run that dies between two submissions leaves no
submission that only looks graded.
"""

import copy
import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

import nbformat
from nbgrader.api import Gradebook, MissingEntry
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import AssignLatePenalties, CheckCellMetadata, OverwriteCells, OverwriteKernelspec
from traitlets.config import Config

from autograder.course import Course
from autograder.errors import HarnessError, SubmissionError, UsageError
from autograder.gradebook import autograded
from autograder.gradebook.preprocessors import GradeInSandbox, SaveResult
from autograder.gradebook.settings import course_directory, load
from autograder.notebook import Submission
from autograder.result import Result


class Recorder:
    """Writes results of one assignment into one course."""

    def __init__(self, course: Course, assignment: str, fingerprint: str) -> None:
        self._course, self._assignment, self._fingerprint = course, assignment, fingerprint
        self._config: Config = load(course)
        self._directory: CourseDirectory = course_directory(course, assignment)
        with Gradebook(self._directory.db_url, self._directory.course_id) as gradebook:
            try:
                gradebook.find_notebook(assignment, assignment)
            except MissingEntry:
                raise UsageError(
                    f"the gradebook knows no assignment {assignment!r}: run `autograder generate {assignment}` first"
                ) from None

    def known(self, student: str, submission: Submission) -> Result | None:
        """The recorded result, if this very submission was graded by this very grader."""
        path = self._course.autograded(student, self._assignment) / f"{self._assignment}.ipynb"
        try:
            notebook = nbformat.read(path, as_version=4)
        except Exception:  # whatever is wrong with a left-over file, grading again is the answer
            return None
        result = autograded.read_result(notebook, self._fingerprint, submission.sha256)
        return result if result is not None and self._is_recorded(result) else None

    def _is_recorded(self, result: Result) -> bool:
        """Whether the gradebook holds exactly this result's points."""
        with Gradebook(self._directory.db_url, self._directory.course_id) as gradebook:
            try:
                row = gradebook.find_submission_notebook(self._assignment, self._assignment, result.student)
            except MissingEntry:
                return False
            stored = {grade.name: grade.auto_score for grade in row.grades}
        return all(stored.get(criterion.id) == criterion.points for criterion in result.criteria)

    def record(self, submission: Submission, result: Result) -> None:
        """Write one graded submission. Raises HarnessError if the course's files or database can't be written."""
        student = submission.student
        assert student is not None
        resources: dict[str, Any] = {
            "nbgrader": {
                "student": student,
                "assignment": self._assignment,
                "notebook": self._assignment,
                "db_url": self._directory.db_url,
            },
            "autograder_course": self._course,
            "autograder_result": result,
        }
        folder = self._course.submitted(student, self._assignment)
        notebook = copy.deepcopy(submission.notebook)
        try:
            self._add_submission(student, folder)
            for step in (
                OverwriteKernelspec,
                OverwriteCells,
                CheckCellMetadata,
                GradeInSandbox,
                SaveResult,
                AssignLatePenalties,
                CheckCellMetadata,
            ):
                # `coursedir` and the like are looked up on the parent; the course directory is all they need.
                preprocessor = step(parent=self._directory, config=self._config, enabled=True)
                notebook, resources = preprocessor.preprocess(notebook, resources)
            self._write_folder(student, folder, nbformat.writes(notebook))
        except (SubmissionError, UsageError):
            raise
        except Exception as error:
            place = f"{type(error).__name__}: {error}".splitlines()[0]
            raise HarnessError(f"{student}, {self._assignment}: the result can't be recorded ({place})") from error

    def _add_submission(self, student: str, folder: Path) -> None:
        timestamp = self._timestamp(student, folder)
        with Gradebook(self._directory.db_url, self._directory.course_id) as gradebook:
            gradebook.update_or_create_student(student)
            fields = {} if timestamp is None else {"timestamp": timestamp}
            gradebook.update_or_create_submission(self._assignment, student, **fields)

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
        with tempfile.TemporaryDirectory(prefix=f".{self._assignment}-", dir=target.parent) as name:
            draft = Path(name) / "new"
            draft.mkdir(mode=0o755)
            (draft / f"{self._assignment}.ipynb").write_text(text, encoding="utf-8")
            stamp = folder / "timestamp.txt"
            if stamp.is_file() and not stamp.is_symlink():
                shutil.copyfile(stamp, draft / stamp.name)
            if target.exists():
                target.rename(Path(name) / "old")
            os.replace(draft, target)
