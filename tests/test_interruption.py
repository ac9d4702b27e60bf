"""Ctrl-C in the middle of a class."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable

import nbformat
import pytest

from autograder.assignment import Assignment
from autograder.bank import Answer, as_submission
from autograder.course import Course
from autograder.interruption import Interruption

Run = Callable[..., tuple[int, str, str]]
STUDENTS = ("ada", "ben", "cora", "dan", "emil", "finn")


@pytest.fixture
def class_of_six(course: Course, attention: Assignment, reference: Answer, run: Run) -> Course:
    """A released assignment and six right notebooks."""
    assert run("generate", "attention", "--course", course.root)[0] == 0
    text = nbformat.writes(as_submission(attention, reference).notebook)
    for student in STUDENTS:
        folder = course.submitted(student, "attention")
        folder.mkdir(parents=True)
        (folder / "attention.ipynb").write_text(text)
    return course


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_finishes_what_is_at_hand_and_a_second_run_goes_on(jobs: str, class_of_six: Course, run: Run) -> None:
    """What was begun is recorded, what was not is not, and the next run does the rest and nothing twice."""
    command = [sys.executable, "-m", "autograder", "grade", "attention", "--json", "--jobs", jobs]
    grading = subprocess.Popen(
        [*command, "--course", str(class_of_six.root)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert grading.stdout is not None
    first = grading.stdout.readline()
    os.killpg(grading.pid, signal.SIGINT)  # as a terminal does: to the workers too
    rest, err = grading.communicate(timeout=120)
    done = [json.loads(line) for line in (first + rest).splitlines()]
    assert grading.returncode == 1, err
    assert 1 <= len(done) < len(STUDENTS)
    left = len(STUDENTS) - len(done)
    assert err.splitlines()[-1].endswith(
        f"interrupted: {len(done)} done and in the gradebook, {left} left; the same command goes on from there"
    )

    code, out, err = run("grade", "attention", "--course", class_of_six.root, "--json", "--jobs", 1)
    assert (code, err) == (0, "")
    results = {result["student"]: result for result in map(json.loads, out.splitlines())}
    assert sorted(results) == sorted(STUDENTS)
    assert {result["score"] for result in results.values()} == {20.5}
    for result in done:
        assert results[result["student"]] == result  # taken from the record, its time included


def test_a_second_ctrl_c_interrupts_at_once() -> None:
    """For those who can't wait; and afterwards all is as before."""
    before = signal.getsignal(signal.SIGINT)
    with Interruption() as interruption:
        signal.raise_signal(signal.SIGINT)
        assert interruption.wished
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) == before
