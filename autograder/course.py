"""Where a course keeps its things, and the secret seed of its hidden cases."""

import os
import secrets
from dataclasses import dataclass
from pathlib import Path

from autograder.errors import UsageError

CONFIG = "nbgrader_config.py"
SEED_FILE = ".course_seed"


@dataclass(frozen=True)
class Course:
    """An nbgrader course root: the folder that holds `nbgrader_config.py`."""

    root: Path

    @classmethod
    def find(cls, start: Path | None = None) -> "Course":
        """The course at `start`, or in the nearest folder above the current one. Raises UsageError."""
        if start is not None:
            if not (start / CONFIG).is_file():
                raise UsageError(f"{start} is not a course: it holds no {CONFIG}; pass --course DIR")
            return cls(start.resolve())
        here = Path.cwd().resolve()
        for folder in (here, *here.parents):
            if (folder / CONFIG).is_file():
                return cls(folder)
        raise UsageError(f"no {CONFIG} in {here} or above it: run inside a course, or pass --course DIR")

    @property
    def gradebook(self) -> Path:
        """The gradebook's file."""
        return self.root / "gradebook.db"

    @property
    def gradebook_url(self) -> str:
        """SQLAlchemy address of the gradebook."""
        return f"sqlite:///{self.gradebook}"

    def source(self, assignment: str) -> Path:
        """The notebook that staff edit."""
        return self.root / "assignments" / assignment / f"{assignment}.ipynb"

    def release(self, assignment: str) -> Path:
        """The notebook that students get."""
        return self.root / "release" / assignment / f"{assignment}.ipynb"

    def solutions(self, assignment: str) -> Path:
        """The folder of the reference, the accepted variants and the mistakes."""
        return self.root / "solutions" / assignment

    def stand_ins(self) -> Path:
        """The folder of correct parts that can take the place of a student's."""
        return self.root / "solutions" / "stand_ins"

    def submitted(self, student: str, assignment: str) -> Path:
        """The folder that a student handed in."""
        return self.root / "submitted" / student / assignment

    def autograded(self, student: str, assignment: str) -> Path:
        """The folder of a graded submission."""
        return self.root / "autograded" / student / assignment

    def feedback(self, student: str, assignment: str) -> Path:
        """The folder of a student's feedback."""
        return self.root / "feedback" / student / assignment

    def assignments(self) -> tuple[str, ...]:
        """Names of all assignments, in alphabetical order."""
        return tuple(sorted(path.parent.name for path in (self.root / "assignments").glob("*/*.ipynb")))

    def students(self, assignment: str) -> tuple[str, ...]:
        """Ids of the students who handed in something for this assignment."""
        folders = (self.root / "submitted").glob(f"*/{assignment}")
        return tuple(sorted(folder.parent.name for folder in folders if folder.is_dir()))

    def seed(self) -> str:
        """The secret from which all hidden cases are drawn; made on first use, kept beside the gradebook."""
        path = self.root / SEED_FILE
        if not path.exists():
            # Written whole under another name first: two graders starting at once must agree on one seed.
            draft = path.with_suffix(f".{os.getpid()}")
            draft.touch(mode=0o600)
            draft.write_text(secrets.token_hex(16) + "\n")
            try:
                os.link(draft, path)
            except FileExistsError:
                pass
            finally:
                draft.unlink()
        return path.read_text().strip()
