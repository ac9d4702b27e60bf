"""nbgrader's settings for a course, the same for its own commands, for formgrader and for ours."""

import logging
import os
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from nbgrader.converters import BaseConverter
from nbgrader.coursedir import CourseDirectory
from sqlalchemy.exc import SAWarning
from traitlets.config import Config
from traitlets.config.loader import PyFileConfigLoader

from autograder.course import CONFIG, Course

PREPROCESSORS = "autograder.gradebook.preprocessors"

# nbgrader's own queries make SQLAlchemy explain, once per submission, how it guards them; nobody can act on that.
warnings.filterwarnings("ignore", category=SAWarning)

# nbgrader makes a new gradebook by running the program `alembic`, which lies beside our interpreter.
_programs = str(Path(sys.executable).parent)
if _programs not in os.environ.get("PATH", "").split(os.pathsep):
    os.environ["PATH"] = os.pathsep.join(filter(None, (_programs, os.environ.get("PATH"))))


def configure(config: Any, course_id: str) -> None:
    """Make nbgrader use our folders and our grader. Called by a course's `nbgrader_config.py`."""
    config.CourseDirectory.course_id = course_id
    config.CourseDirectory.source_directory = "assignments"
    config.CourseDirectory.release_directory = "release"
    stock = "nbgrader.preprocessors"
    config.GenerateAssignment.preprocessors = [
        f"{stock}.LockCells",
        f"{PREPROCESSORS}.ClearSolutionRegions",
        f"{stock}.ClearOutput",
        f"{stock}.CheckCellMetadata",
        f"{stock}.ComputeChecksums",
        "autograder.gradebook.migration.SaveCellsAndMigrate",
        f"{stock}.ClearHiddenTests",
        f"{stock}.ClearMarkScheme",
        f"{stock}.ComputeChecksums",
        f"{stock}.CheckCellMetadata",
    ]
    config.Autograde.sanitize_preprocessors = [
        f"{stock}.ClearOutput",
        f"{PREPROCESSORS}.RepairCells",
        f"{stock}.OverwriteKernelspec",
        f"{stock}.OverwriteCells",
        f"{stock}.CheckCellMetadata",
    ]
    # In feedback and in formgrader: a student's HTML is shown, their scripts are not run in the reader's browser.
    config.HTMLExporter.sanitize_html = True
    safe = "autograder.gradebook.safe_html"
    config.HTMLExporter.filters = {
        "markdown2html": f"{safe}.markdown2html",
        "clean_html": f"{safe}.clean_html",  # nbconvert's own knows neither paragraphs nor tables
    }
    config.Autograde.autograde_preprocessors = [
        f"{PREPROCESSORS}.GradeInSandbox",  # in place of Execute: no student code runs in a kernel
        f"{PREPROCESSORS}.SaveResult",
        f"{stock}.AssignLatePenalties",
        f"{stock}.CheckCellMetadata",
    ]


def load(course: Course) -> Config:
    """The course's configuration as nbgrader's commands would read it."""
    config = PyFileConfigLoader(CONFIG, path=str(course.root)).load_config()
    config.CourseDirectory.root = str(course.root)
    return config


def course_directory(course: Course, assignment: str, student: str = "*") -> CourseDirectory:
    """nbgrader's own view of the course, for one assignment."""
    config = load(course)
    config.CourseDirectory.assignment_id = assignment
    config.CourseDirectory.student_id = student
    return CourseDirectory(config=config)


@contextmanager
def quiet(converter: BaseConverter) -> Iterator[Callable[[], str]]:
    """Keep a converter's log off the terminal; yields a function that gives its last error in one line."""
    errors: list[str] = []

    class Keep(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines = [line for line in record.getMessage().splitlines() if line.strip()]
            if record.levelno >= logging.ERROR and lines:
                errors.append(lines[-1].strip())

    logger = logging.Logger(f"autograder.{type(converter).__name__}")
    logger.addHandler(Keep())
    converter.log = logger
    # The last line says only that there was something above it.
    yield lambda: "; ".join(errors[:-1][-2:] or errors) or "it gave no reason"
