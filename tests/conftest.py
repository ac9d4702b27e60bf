"""What the tests share: this repository as a course, and one sandbox for all of them."""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import torch

from autograder import bank
from autograder.assignment import Assignment
from autograder.bank import Answer
from autograder.course import Course
from autograder.pool import cores
from autograder.sandbox import Level, Limits, Sandbox, SandboxFailed

ROOT = Path(__file__).parent.parent
torch.set_num_threads(1)  # two threads on two busy cores are many times slower than one


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest first: so what is left for the cores to share at the end is short."""
    longest = ("decoders", "multihead", "class_with_hostile", "attention", "block", "positions")

    def rank(item: pytest.Item) -> int:
        if not item.name.startswith(("test_no_right_answer_fails", "test_a_class_with_hostile")):
            return len(longest)
        return next((number for number, name in enumerate(longest) if name in item.name), 0)

    items.sort(key=rank)


@pytest.fixture(scope="session")
def home() -> Course:
    """The course of this repository."""
    return Course.find(ROOT)


@pytest.fixture(scope="session")
def attention(home: Course) -> Assignment:
    """The assignment that most tests use."""
    return Assignment.load(home, "attention")


@pytest.fixture(scope="session")
def reference(home: Course, attention: Assignment) -> Answer:
    """Its reference solution."""
    return bank.reference(home, attention)


@pytest.fixture(scope="session")
def started() -> Callable[..., Sandbox]:
    """Start a sandbox at a level, or skip the test where this machine has none."""

    def start(limits: Limits, level: Level = Level.FULL) -> Sandbox:
        try:
            return Sandbox.start(level, limits)
        except SandboxFailed as error:
            pytest.skip(f"level {level} can't be had here: {error}")

    return start


@pytest.fixture(scope="session")
def sandbox(started: Callable[..., Sandbox]) -> Iterator[Sandbox]:
    """A sandbox at level full, with short limits so that hanging code is found out soon."""
    with started(Limits(cell_seconds=4.0, call_seconds=3.0, cpu_seconds=20)) as running:
        yield running


@pytest.fixture(scope="session")
def jobs() -> int:
    """The worker processes that a test may use: one where tests run side by side."""
    return 1 if "PYTEST_XDIST_WORKER" in os.environ else cores()


@pytest.fixture(scope="session")
def make_course(home: Course) -> Callable[..., Course]:
    """Makes a course in `root` with copies of some assignments: what a test writes there stays there."""

    def made(root: Path, *assignments: str) -> Course:
        root.mkdir(parents=True, exist_ok=True)
        shutil.copy(home.root / "nbgrader_config.py", root)
        for folder, names in (("assignments", assignments), ("solutions", (*assignments, "stand_ins"))):
            for name in names:
                shutil.copytree(home.root / folder / name, root / folder / name)
        return Course.find(root)

    return made


@pytest.fixture
def course(tmp_path: Path, home: Course, make_course: Callable[..., Course]) -> Course:
    """A course with the sources of all assignments, and nothing else."""
    return make_course(tmp_path, *home.assignments())


Run = Callable[..., "tuple[int, str, str]"]


@contextmanager
def sharing(sandbox: Sandbox) -> Iterator[None]:
    """Whoever starts a sandbox at level full here gets this one: to start one takes seconds."""
    start = Sandbox.start

    def shared(level: Level | None = None, limits: Limits | None = None) -> Sandbox:
        return sandbox if level in (None, Level.FULL) and limits is None else start(level, limits)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Sandbox, "start", staticmethod(shared))
        patch.setattr(sandbox, "close", lambda: None)
        yield


@pytest.fixture
def one_sandbox(sandbox: Sandbox) -> Iterator[None]:
    """For a test that has its sandboxes started by what it tests."""
    with sharing(sandbox):
        yield


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], one_sandbox: None) -> Run:
    """Run a command in this process, in the sandbox of the tests; its exit code, stdout and stderr."""
    from autograder.cli import main

    def run(*arguments: object) -> tuple[int, str, str]:
        capsys.readouterr()
        code = main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run


@pytest.fixture(scope="session")
def command(sandbox: Sandbox) -> Callable[..., int]:
    """The same for fixtures that outlive a test; its exit code."""
    from autograder.cli import main

    def command(*arguments: object) -> int:
        with sharing(sandbox):
            return main([str(argument) for argument in arguments])

    return command
