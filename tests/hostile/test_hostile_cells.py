"""Cells that try to forge, read, break or stall: each gets the score that its code deserves, and harms nobody.

Every file in `cells` is one cell, added to the end of a notebook whose `attention` is wrong and whose other parts are
right. Whatever the cell does, `attention` must not pass, what is right must not fail, nothing of ours may be seen in
what the student reads, and the next submission of the same worker must get full marks. A file that says
`# harms: itself` breaks its own notebook in ways that cost its other parts too.
"""

import copy
import inspect
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import nbformat
import psutil
import pytest

from autograder.assignment import Assignment
from autograder.bank import Answer, as_submission
from autograder.course import Course
from autograder.grading import grade
from autograder.notebook import Submission
from autograder.result import Outcome, Result, Status
from autograder.sandbox import Level, Limits, Sandbox
from autograder.suite import collected

CELLS = sorted((Path(__file__).parent / "cells").glob("*.py"))
SAMPLE = 4  # every so many are tried at level reduced too
SEED = "a secret of 2f6c81"
WRONG = """
def attention(Q, K, V, mask=None):
    return torch.zeros(*Q.shape[:-1], V.shape[-1]), torch.zeros(*Q.shape[:-1], K.shape[-2])
"""
FORGED = ("attention_matches_formula", "attention_mask_blocks")  # no cell computes attention
DESERVED = ("soft_lookup_matches_formula", "causal_mask_allows_past_and_present", "exercise_2_divisor")


@pytest.fixture(scope="module")
def worker(started: Callable[..., Sandbox]) -> Iterator[Sandbox]:
    """One sandbox for all cells, as a worker grades one submission after another."""
    with started(Limits(cell_seconds=2.0, call_seconds=1.0, cpu_seconds=10)) as running:
        yield running


@pytest.fixture(scope="module")
def worker_at_reduced(started: Callable[..., Sandbox]) -> Iterator[Sandbox]:
    """The same at level reduced."""
    with started(Limits(cell_seconds=2.0, call_seconds=1.0, cpu_seconds=10), Level.REDUCED) as running:
        yield running


@pytest.fixture(scope="module")
def secrets(attention: Assignment, reference: Answer, home: Course) -> list[str]:
    """What no student may read: the seed, our paths, the hidden tests line by line, and the solution."""
    tests = [line.strip() for test in collected(attention.tests_path).tests.values() for line in source(test)]
    solution = [line.strip() for line in reference.definitions["attention"].splitlines()]
    return [SEED, str(home.root), *(line for line in (*tests, *solution) if len(line) > 35)]


def source(test: Callable[..., None]) -> list[str]:
    """The lines of a test's code, without its docstring: that is the title, which students are told."""
    lines = inspect.getsource(inspect.unwrap(test)).splitlines()
    return [line for line in lines if '"""' not in line]


def hostile(attention: Assignment, reference: Answer, path: Path) -> Submission:
    """A notebook with a wrong attention, and the cell after everything else."""
    submission = as_submission(attention, reference, Answer(path, "", (), "", {"attention": WRONG.strip()}, ""))
    notebook = copy.deepcopy(submission.notebook)
    notebook.cells.append(nbformat.v4.new_code_cell(path.read_text(encoding="utf-8"), id="own-work"))
    return Submission("mallory", submission.path, submission.sha256, notebook, ())


def outcomes(result: Result, criteria: tuple[str, ...]) -> set[Outcome]:
    """How these criteria ended."""
    return {criterion.outcome for criterion in result.criteria if criterion.id in criteria}


def processes_below(pid: int) -> int:
    """How many processes descend from this one."""
    return len(psutil.Process(pid).children(recursive=True))


def changes(folder: Path) -> dict[str, tuple[int, int]]:
    """Every file of the course's sources, with its size and when it was changed."""
    files = (
        path for name in ("assignments", "solutions", "autograder", "tests") for path in (folder / name).rglob("*")
    )
    return {
        str(path): (path.stat().st_size, path.stat().st_mtime_ns)
        for path in files
        if path.is_file() and path.suffix != ".pyc"
    }


@pytest.mark.parametrize("path", CELLS, ids=lambda path: path.stem)
def test_a_hostile_cell(
    path: Path, attention: Assignment, reference: Answer, home: Course, worker: Sandbox, secrets: list[str]
) -> None:
    """No forged point, no leak, no harmed neighbour, no process and no file left behind."""
    is_held(path, attention, reference, home, worker, secrets)


@pytest.mark.parametrize("path", CELLS[::SAMPLE], ids=lambda path: path.stem)
def test_a_hostile_cell_at_level_reduced(
    path: Path, attention: Assignment, reference: Answer, home: Course, worker_at_reduced: Sandbox, secrets: list[str]
) -> None:
    """The same of a sample. That code sees where the course lies is what this level does not hide."""
    is_held(path, attention, reference, home, worker_at_reduced, [s for s in secrets if s != str(home.root)])


def is_held(
    path: Path, attention: Assignment, reference: Answer, home: Course, worker: Sandbox, secrets: list[str]
) -> None:
    """Grade a notebook with this cell, and an honest one after it."""
    honest = as_submission(attention, reference)
    processes, files = processes_below(os.getpid()), changes(home.root)

    result = grade(hostile(attention, reference, path), attention, worker, SEED, only_criteria=(*FORGED, *DESERVED))
    assert result.status is Status.GRADED, [c.message for c in result.criteria]
    assert Outcome.PASSED not in outcomes(result, FORGED)
    if "# harms: itself" not in path.read_text(encoding="utf-8"):
        assert outcomes(result, DESERVED) == {Outcome.PASSED}, [c.message for c in result.criteria]
    read = msgspec.json.encode([result.criteria, result.cells, result.remarks]).decode()
    assert len(read) < 20 << 20
    assert [secret for secret in secrets if secret in read] == []

    neighbour = grade(honest, attention, worker, SEED, only_criteria=(*FORGED, *DESERVED), shrink=False)
    assert neighbour.score == neighbour.max_score
    assert processes_below(os.getpid()) == processes
    assert changes(home.root) == files


def test_there_are_enough() -> None:
    """Each says what it tries."""
    assert len(CELLS) >= 90
    assert all(path.read_text(encoding="utf-8").startswith('"""') for path in CELLS)
