"""Who may write: one grader for an assignment at a time, in turns with nbgrader and formgrader."""

import fcntl
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy import make_url

from autograder.course import Course
from autograder.errors import HarnessError, UsageError

PATIENCE = 30.0  # seconds to wait for another program that writes into the gradebook; formgrader's clicks take less


def patient(url: str) -> str:
    """A gradebook's address, so that a writer waits for others. SQLite's own patience is 5 seconds."""
    address = make_url(url)
    if address.get_backend_name() != "sqlite" or "timeout" in address.query:
        return url
    return address.update_query_dict({"timeout": str(PATIENCE)}).render_as_string(hide_password=False)


def require_writable(url: str) -> None:
    """Raise HarnessError where nothing could be recorded: better before a class is graded than after."""
    address = make_url(url)
    path = Path(address.database or "")
    if address.get_backend_name() != "sqlite" or not path.is_file():
        return
    try:
        with closing(sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)) as database:
            database.execute("BEGIN IMMEDIATE")
            database.execute("ROLLBACK")
    except sqlite3.Error as error:
        raise HarnessError(f"{path} can't be written ({error}); nothing was graded") from None


@contextmanager
def only_grader(course: Course, assignment: str) -> Iterator[None]:
    """Hold an assignment's lock. Raises UsageError while another process does; the system frees it when that ends."""
    path = course.root / f".grading-{assignment}.lock"
    try:
        file = open(path, "a+")  # noqa: SIM115 - closed below
    except OSError as error:
        raise HarnessError(f"{path} can't be written ({error.strerror}); nothing was graded") from None
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.seek(0)
            who = file.read().strip() or "unknown"
            raise UsageError(
                f"another `autograder grade` (process {who}) is grading {assignment} in this course: wait for its end"
            ) from None
        except OSError:
            pass  # a file system without locks, as some in the network: two graders would only do the work twice
        file.truncate(0)
        file.write(f"{os.getpid()}\n")
        file.flush()
        yield
