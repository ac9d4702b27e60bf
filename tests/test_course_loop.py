"""The loop that instructors run: generate, grade, feedback; by our commands and by nbgrader's own."""

import json
import logging
import warnings
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import nbformat
import pytest
from nbgrader.api import Gradebook
from nbgrader.converters import Autograde, NbGraderException

from autograder import bank
from autograder.assignment import Assignment
from autograder.bank import Answer, as_submission
from autograder.course import Course
from autograder.gradebook import preprocessors
from autograder.gradebook.preprocessors import GradeInSandbox
from autograder.gradebook.settings import course_directory, load
from autograder.sandbox import Level, Sandbox, WeakIsolation
from autograder.terminal import isolation_note

Run = Callable[..., tuple[int, str, str]]
NAMES = [path.parent.name for path in sorted((Path(__file__).parents[1] / "assignments").glob("*/*.ipynb"))]
MISTAKE = "attention_mask_inverted"


@pytest.fixture
def handed_in(course: Course, attention: Assignment, reference: Answer, run: Run) -> Course:
    """A released assignment, and a class with every kind of broken file in it."""
    code, out, err = run("generate", "attention", "--course", course.root)
    assert (code, err) == (0, "")
    assert "the reference gets 20.5 of 20.5 automatic points, the untouched release 0" in out
    wrong = bank.answer(course.solutions("attention") / "mistakes" / f"{MISTAKE}.py", attention.parts)
    right = nbformat.writes(as_submission(attention, reference).notebook)
    hand_in(course, "ada", right)
    hand_in(course, "emil", nbformat.writes(as_submission(attention, reference, wrong).notebook))
    hand_in(course, "lena", course.release("attention").read_text())
    hand_in(course, "renamed", right, name="Attention (2).ipynb")
    hand_in(course, "old", json.dumps(nbformat.convert(nbformat.reads(right, 4), 3)))
    damaged = nbformat.reads(right, 4)
    damaged.cells = [c for c in damaged.cells if c.id != "attention-gradients"]
    damaged.cells.append(next(c for c in damaged.cells if c.id == "causal-mask-is-boolean-square").copy())
    for c in damaged.cells:
        if c.id == "attention-permutations":
            c.source = "raise SystemExit"
            c.metadata.nbgrader.points = 50
    hand_in(course, "damaged", json.dumps(damaged))
    hand_in(course, "broken", "this is not a notebook")
    (course.submitted("missing", "attention")).mkdir(parents=True)
    return course


def hand_in(course: Course, student: str, text: str, name: str = "attention.ipynb") -> None:
    """Put a notebook where collecting would put it."""
    folder = course.submitted(student, "attention")
    folder.mkdir(parents=True)
    (folder / name).write_text(text)
    (folder / "timestamp.txt").write_text("2026-03-01 10:00:00 UTC\n")


def scores(course: Course) -> dict[str, dict[str, float | None]]:
    """Student → criterion → points, read with nbgrader's own API."""
    with Gradebook(course.gradebook_url) as gradebook:
        return {
            submission.student.id: {
                grade.name: grade.auto_score for notebook in submission.notebooks for grade in notebook.grades
            }
            for submission in gradebook.find_assignment("attention").submissions
        }


def test_the_loop(handed_in: Course, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody is graded to the end, each fault is named, and all roads lead to the same scores."""
    course = handed_in
    monkeypatch.chdir("/")  # `--course` alone says which course; the folder that we are in has no say
    code, out, err = run("grade", "attention", "--course", course.root, "--json", "--jobs", 1)
    results = {result["student"]: result for result in map(json.loads, out.splitlines())}

    # What could not be graded needs attention and is named; the others are graded.
    assert code == 1
    assert set(results) == {"ada", "emil", "lena", "renamed", "old", "damaged"}
    lines = err.splitlines()
    for student, file, words in (
        ("broken", "submitted/broken/attention/attention.ipynb", "is not JSON"),
        ("missing", "submitted/missing/attention/attention.ipynb", "missing"),
        ("renamed", "submitted/renamed/attention/Attention (2).ipynb", "handed in as 'Attention (2).ipynb'"),
        ("damaged", "submitted/damaged/attention/attention.ipynb", "'attention_gradients' was missing"),
        (
            "damaged",
            "submitted/damaged/attention/attention.ipynb",
            "a copy of the cell 'causal_mask_is_boolean_square'",
        ),
        ("damaged", "submitted/damaged/attention/attention.ipynb", "'attention_permutations' had been edited"),
        ("damaged", "submitted/damaged/attention/attention.ipynb", "points of 'attention_permutations'"),
    ):
        assert any(f"autograder: {student}, " in line and file in line and words in line for line in lines), (
            student,
            words,
        )
    for student in ("ada", "renamed", "old", "damaged"):
        assert results[student]["score"] == 20.5, student
    assert results["lena"]["score"] == 0
    assert 17 < results["emil"]["score"] < 20

    # The gradebook holds exactly what the JSON says.
    stored = scores(course)
    for student, result in results.items():
        for criterion in result["criteria"]:
            assert stored[student][criterion["id"]] == criterion["points"], (student, criterion["id"])

    # Grading again grades nothing: the very same results, time and all, and no file is written.
    path = course.autograded("emil", "attention") / "attention.ipynb"
    assert "Graded at isolation level full." in path.read_text()
    written = path.stat().st_mtime_ns
    code, again, _ = run("grade", "attention", "--course", course.root, "--json", "--student", "ada", "emil")
    assert code == 0
    assert list(map(json.loads, again.splitlines())) == [results["ada"], results["emil"]]
    assert path.stat().st_mtime_ns == written

    # Feedback shows what the property is and what broke it, and no test.
    code, _, _ = run("feedback", "attention", "--course", course.root, "--student", "emil")
    page = (course.feedback("emil", "attention") / "attention.html").read_text()
    assert code == 0
    assert "A mask takes forbidden keys out of the softmax" in page
    assert "The smallest case found:" in page
    assert "expect_close" not in page
    assert course.seed() not in page

    # nbgrader's own command, on a clean gradebook, gives the same.
    autograde_with_nbgrader(course)
    by_nbgrader = scores(course)
    for student in ("ada", "emil", "lena", "old", "damaged"):
        assert by_nbgrader[student] == stored[student], student


def autograde_with_nbgrader(course: Course) -> None:
    """`nbgrader autograde attention --force`, in this process."""
    with Gradebook(course.gradebook_url) as gradebook:
        for submission in list(gradebook.find_assignment("attention").submissions):
            gradebook.remove_submission("attention", submission.student.id)
    converter = Autograde(coursedir=course_directory(course, "attention"), config=load(course))
    converter.force = True
    converter.log = logging.Logger("quiet")
    with warnings.catch_warnings(), suppress(NbGraderException, SystemExit):
        # nbgrader goes on after the broken notebook and says so at its end; nbformat warns about copied cells.
        warnings.simplefilter("ignore")
        converter.start()


def test_nbgrader_too_refuses_to_grade_without_isolation(monkeypatch: pytest.MonkeyPatch) -> None:
    """The policy holds for nbgrader's commands and formgrader as it does for ours; the configuration can allow it."""
    start = Sandbox.start
    monkeypatch.setattr(Sandbox, "start", lambda: start(Level.NONE))
    preprocessors._sandbox.cache_clear()
    assert GradeInSandbox().allow_weak_isolation is False
    with pytest.raises(WeakIsolation, match="install bubblewrap"):
        preprocessors._sandbox(False)
    preprocessors._sandbox(True).close()
    preprocessors._sandbox.cache_clear()


def test_the_class_table_says_when_nothing_was_isolated() -> None:
    """Loud at level none, a word otherwise."""
    assert isolation_note("none").plain.startswith("isolation none: student code was NOT isolated")
    assert isolation_note("full").plain == "isolation full"


@pytest.mark.parametrize("name", NAMES)
def test_the_committed_release_is_fresh(name: str, course: Course, home: Course, run: Run) -> None:
    """`release/` is what `generate` makes of `assignments/` today."""
    assert run("generate", name, "--course", course.root)[0] == 0
    made = course.release(name).read_bytes()
    assert made == home.release(name).read_bytes(), "run `autograder generate` and commit release/"


@pytest.mark.parametrize("name", NAMES)
def test_nothing_hidden_is_released(name: str, home: Course) -> None:
    """No hidden test, no solution, only the notebook."""
    assert [path.name for path in sorted((home.root / "release" / name).iterdir())] == [f"{name}.ipynb"]
    text = home.release(name).read_text()
    for secret in ("hypothesis", "student.attention", "torch.where(mask, scores", "BEGIN SOLUTION", "HIDDEN"):
        assert secret not in text


def test_a_release_with_a_solution_in_it_is_refused(course: Course, run: Run, tmp_path: Path) -> None:
    """A line of the reference in the notebook stops `generate`, which names it."""
    text = course.source("attention").read_text()
    stub = 'raise NotImplementedError(\\"causal_mask: write this function\\")'
    assert stub in text
    leak = "return position <= position[:, None]"
    course.source("attention").write_text(text.replace(stub, leak))
    code, _, err = run("generate", "attention", "--course", course.root)
    assert code == 1
    assert f"holds a hidden line: {leak!r}" in err
    assert not course.release("attention").exists()
