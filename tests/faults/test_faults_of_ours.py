"""What happens to us: killed graders, full disks, locked gradebooks, lost files, jumping clocks.

Whatever it is, no student pays: the command says what is wrong, and the next run ends with the scores of an undisturbed
one, each exactly once, in a gradebook that is whole.
"""

import itertools
import json
import os
import shlex
import shutil
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import nbformat
import psutil
import pytest

from autograder import bank
from autograder.assignment import Assignment
from autograder.bank import Answer, as_submission
from autograder.commands import grade as grade_command
from autograder.course import Course
from autograder.gradebook import access

Run = Callable[..., tuple[int, str, str]]
MOMENTS = 50  # at which a grader that records is killed
KILLS = int(os.environ.get("FAULT_KILLS", "1"))  # of graders with workers and sandboxes
needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount a small or a read-only disk")


@pytest.fixture(scope="module")
def ungraded(
    tmp_path_factory: pytest.TempPathFactory,
    home: Course,
    attention: Assignment,
    reference: Answer,
    make_course: Callable[..., Course],
    command: Callable[..., int],
) -> Course:
    """A released assignment and a class of five, right and wrong, that nobody has graded."""
    course = make_course(tmp_path_factory.mktemp("class") / "course", "attention")
    assert command("generate", "attention", "--no-audit", "--course", course.root) == 0
    answers = [reference, *bank.accepted(home, attention)[:2], *bank.mistakes(home, attention)[:8:4]]
    for number, answer in enumerate(answers):
        folder = course.submitted(f"student{number:02}", "attention")
        folder.mkdir(parents=True)
        nbformat.write(as_submission(attention, reference, answer).notebook, folder / "attention.ipynb")
    course.seed()
    return course


@pytest.fixture(scope="module")
def undisturbed(ungraded: Course, tmp_path_factory: pytest.TempPathFactory, command: Callable[..., int]) -> Course:
    """The same class, graded without any fault."""
    course = copied(ungraded, tmp_path_factory.mktemp("undisturbed"))
    assert command("grade", "attention", "--course", course.root, "--jobs", 1) == 0
    return course


@pytest.fixture
def disturbed(ungraded: Course, tmp_path: Path) -> Course:
    """The same class, for a test to disturb."""
    return copied(ungraded, tmp_path)


def copied(course: Course, folder: Path) -> Course:
    """A copy of a course."""
    return Course.find(shutil.copytree(course.root, folder / "course"))


def points(course: Course) -> list[tuple[str, str, float | None, int]]:
    """Every row of points in the gradebook: student, criterion, automatic points, whether a person is to look."""
    with sqlite3.connect(course.gradebook) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return database.execute(
            "SELECT s.student_id, b.name, g.auto_score, g.needs_manual_grade FROM grade g"
            " JOIN submitted_notebook n ON g.notebook_id = n.id"
            " JOIN submitted_assignment s ON n.assignment_id = s.id"
            " JOIN base_cell b ON g.cell_id = b.id ORDER BY 1, 2"
        ).fetchall()


def is_as(course: Course, undisturbed: Course) -> bool:
    """Whether everything is recorded as without a fault, once, and nothing else lies about."""
    folders = sorted(str(path.relative_to(course.root)) for path in (course.root / "autograded").rglob("*"))
    wanted = sorted(str(path.relative_to(undisturbed.root)) for path in (undisturbed.root / "autograded").rglob("*"))
    return points(course) == points(undisturbed) and folders == wanted


def grading(course: Course, *options: str) -> list[str]:
    """The command as one types it."""
    return [sys.executable, "-m", "autograder", "grade", "attention", "--course", str(course.root), *options]


def test_killed_at_fifty_moments(disturbed: Course, undisturbed: Course, run: Run) -> None:
    """Most of them while a result is written."""
    script = Path(__file__).with_name("killed_grader.py")
    arguments = [str(disturbed.root), str(undisturbed.root), str(MOMENTS), "moments"]
    killed = subprocess.run([sys.executable, str(script), *arguments], capture_output=True, text=True)
    assert killed.returncode == 0, killed.stderr
    assert int(killed.stdout) < MOMENTS
    points(disturbed)  # whole, whatever it holds
    assert run("grade", "attention", "--course", disturbed.root, "--jobs", 1)[0] == 0
    assert is_as(disturbed, undisturbed)


def test_killed_with_workers_and_sandboxes(disturbed: Course, undisturbed: Course, run: Run) -> None:
    """They end with the one that collects, and the next grader is free to start at once."""
    for number in range(KILLS):
        command = grading(disturbed, "--jobs", "2", "--json", "--force")  # else the first few finish the class
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as grader:
            assert grader.stdout is not None
            for _ in range(1 + number % 3):
                grader.stdout.readline()
            below = descendants(grader.pid)
            assert len(below) >= 4  # two workers and their sandboxes
            grader.kill()
        deadline = time.monotonic() + 20
        while (alive := {pid for pid in below if is_alive(pid)}) and time.monotonic() < deadline:
            time.sleep(0.05)
        assert not alive
    assert run("grade", "attention", "--course", disturbed.root, "--jobs", 1)[0] == 0
    assert is_as(disturbed, undisturbed)


def descendants(pid: int) -> set[int]:
    """The processes below one."""
    return {process.pid for process in psutil.Process(pid).children(recursive=True)}


def is_alive(pid: int) -> bool:
    """Whether a process runs; one that ended and was not waited for does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def on_a_disk(course: Course, out: Path, lines: list[str]) -> tuple[list[str], Course]:
    """Copy a course onto a small disk and run lines of shell there: what they print, and the course after them.

    In the lines `grade` grades the class, and DISK is the course.
    """
    mount = out / "disk"
    mount.mkdir(parents=True)
    place = shlex.quote(str(mount))
    command = shlex.join(grading(Course.find(course.root), "--jobs", "1")).replace(str(course.root), str(mount))
    script = [
        f"mount -t tmpfs -o size=64m none {place}",
        f"cp -a {shlex.quote(str(course.root))}/. {place}",
        f"grade() {{ {command} && code=0 || code=$?; echo exit code $code; }}",
        *(line.replace("DISK", place) for line in lines),
        f"cp -a {place} {shlex.quote(str(out / 'course'))}",
    ]
    whole = ["unshare", "--mount", "--propagation", "private", "sh", "-ec", "\n".join(script)]
    done = subprocess.run(whole, capture_output=True, text=True, cwd=Path(__file__).parents[2], timeout=300)
    assert done.returncode == 0, done.stderr
    return (done.stdout + done.stderr).splitlines(), Course.find(out / "course")


@needs_root
def test_a_full_disk(ungraded: Course, undisturbed: Course, tmp_path: Path, run: Run) -> None:
    """Each submission that could not be written is named; with room again the next run writes those."""
    fill = "dd if=/dev/zero of=DISK/ballast bs=1k count=$(( $(df -k --output=avail DISK | tail -1) - 200 )) 2>/dev/null"
    lines, course = on_a_disk(ungraded, tmp_path, [fill, "grade", "rm DISK/ballast"])
    assert [line for line in lines if line.startswith("exit code")] == ["exit code 1"]
    named = [line for line in lines if "needs attention: " in line]
    assert named
    assert all("No space left" in line or "disk is full" in line or "disk I/O" in line for line in named), named
    assert not [line for line in lines if "Traceback" in line]
    assert run("grade", "attention", "--course", course.root, "--jobs", 1)[0] == 0
    assert is_as(course, undisturbed)


@needs_root
def test_a_read_only_gradebook(ungraded: Course, undisturbed: Course, tmp_path: Path, run: Run) -> None:
    """Said before anything is graded."""
    lines, course = on_a_disk(ungraded, tmp_path, ["mount -o remount,ro DISK", "grade"])
    assert [line for line in lines if line.startswith("exit code")] == ["exit code 1"]
    assert [line for line in lines if "can't be written" in line and "nothing was graded" in line]
    assert run("grade", "attention", "--course", course.root, "--jobs", 1)[0] == 0
    assert is_as(course, undisturbed)


class Writer(threading.Thread):
    """Another program that holds the gradebook for a while."""

    def __init__(self, course: Course, seconds: float) -> None:
        super().__init__()
        self._path, self._seconds = course.gradebook, seconds
        self.holds = threading.Event()
        self.start()
        self.holds.wait(10)

    def run(self) -> None:
        """Write, slowly."""
        with sqlite3.connect(self._path) as database:
            database.execute("BEGIN EXCLUSIVE")
            self.holds.set()
            time.sleep(self._seconds)
            database.rollback()


def test_a_gradebook_that_others_write_into(disturbed: Course, undisturbed: Course, run: Run) -> None:
    """We wait for longer than SQLite would by itself."""
    writer = Writer(disturbed, seconds=6.0)
    assert run("grade", "attention", "--course", disturbed.root, "--jobs", 1)[0] == 0
    writer.join()
    assert is_as(disturbed, undisturbed)


def test_a_gradebook_that_others_never_let_go(
    disturbed: Course, undisturbed: Course, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before the class it is said at once, amid the class each submission is named that could not be written."""
    monkeypatch.setattr(access, "PATIENCE", 0.2)
    writer = Writer(disturbed, seconds=3.0)
    code, _, err = run("grade", "attention", "--course", disturbed.root, "--jobs", 1)
    assert (code, "can't be written (database is locked); nothing was graded" in err) == (1, True), err
    writer.join()

    submitted = grade_command.submitted
    writers: list[Writer] = []

    def then_locked(*arguments: object) -> object:
        if not writers:
            writers.append(Writer(disturbed, seconds=4.0))
        return submitted(*arguments)  # type: ignore[arg-type] # passed on as they came

    monkeypatch.setattr(grade_command, "submitted", then_locked)
    code, _, err = run("grade", "attention", "--course", disturbed.root, "--jobs", 1)
    assert code == 1
    assert "student00, attention: needs attention: " in err
    assert "database is locked" in err
    writers[0].join()
    assert run("grade", "attention", "--course", disturbed.root, "--jobs", 1)[0] == 0
    assert is_as(disturbed, undisturbed)


def test_two_graders_at_once(disturbed: Course, undisturbed: Course, run: Run) -> None:
    """The second one says who is first; then there is nothing left to do."""
    first = subprocess.Popen(grading(disturbed, "--jobs", "1", "--json"), stdout=subprocess.PIPE, text=True)
    assert first.stdout is not None
    first.stdout.readline()
    code, _, err = run("grade", "attention", "--course", disturbed.root)
    assert code == 2
    assert f"another `autograder grade` (process {first.pid}) is grading attention in this course" in err
    first.communicate()
    assert first.returncode == 0
    assert is_as(disturbed, undisturbed)
    assert run("grade", "attention", "--course", disturbed.root)[0] == 0


def test_a_submission_that_vanishes(
    disturbed: Course, undisturbed: Course, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the look for it and its grading: it is named, and graded once it is back."""
    path = disturbed.submitted("student01", "attention") / "attention.ipynb"
    raw = path.read_bytes()
    content = grade_command.content

    def then_gone(course: Course, assignment: Assignment, student: str) -> str:
        digest = content(course, assignment, student)
        if student == "student01":
            path.unlink()
        return digest

    monkeypatch.setattr(grade_command, "content", then_gone)
    code, out, err = run("grade", "attention", "--course", disturbed.root, "--jobs", 1, "--json")
    assert code == 1
    assert "student01, attention: needs attention: " in err
    assert len({json.loads(line)["student"] for line in out.splitlines()}) == 4
    monkeypatch.undo()
    path.write_bytes(raw)
    assert run("grade", "attention", "--course", disturbed.root, "--jobs", 1)[0] == 0
    assert is_as(disturbed, undisturbed)


def test_a_clock_that_jumps(disturbed: Course, undisturbed: Course, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a day, back and forth, at every look: limits are measured by a clock that can't be set."""
    now, jumps = time.time(), itertools.cycle((0.0, 86_400.0, -86_400.0))
    monkeypatch.setattr(time, "time", lambda: now + next(jumps))
    assert run("grade", "attention", "--course", disturbed.root, "--jobs", 1)[0] == 0
    assert is_as(disturbed, undisturbed)


def test_a_kernel_that_nobody_has(disturbed: Course, undisturbed: Course, run: Run) -> None:
    """Submissions that name one are graded like the others: none is ever started."""
    for path in (disturbed.root / "submitted").rglob("*.ipynb"):
        notebook = nbformat.read(path, as_version=4)
        notebook.metadata.kernelspec = {"name": "gone", "display_name": "Gone", "language": "python"}
        nbformat.write(notebook, path)
    assert run("grade", "attention", "--course", disturbed.root, "--jobs", 1)[0] == 0
    assert points(disturbed) == points(undisturbed)
