"""Grading again: only what can have changed, and nobody's points change unseen."""

import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import nbformat
import pytest
from nbgrader.api import Gradebook
from nbgrader.preprocessors import AssignLatePenalties

from autograder import assignment as assignment_module
from autograder import bank, dependencies, grading, suite
from autograder.assignment import Assignment
from autograder.bank import Answer, as_submission
from autograder.course import Course

Run = Callable[..., tuple[int, str, str]]
CRITERION = "causal_mask_is_boolean_square"


@pytest.fixture
def tests_of_our_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, attention: Assignment) -> Path:
    """A copy of the hidden tests that a test may change."""
    folder = tmp_path / "hidden_tests"
    shutil.copytree(attention.tests_path, folder / "attention", ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(assignment_module, "HIDDEN_TESTS", folder)
    return folder / "attention"


@pytest.fixture
def run(run: Run, tests_of_our_own: Path) -> Run:
    """Run a command as in a process of its own, which reads the hidden tests anew."""

    def anew(*arguments: object) -> tuple[int, str, str]:
        forget(tests_of_our_own)
        return run(*arguments)

    return anew


def forget(folder: Path) -> None:
    """Forget what was read of the hidden tests, also of another test's copy: their modules have the same names."""
    for cache in (dependencies._text, dependencies.imported, suite.collected):
        cache.cache_clear()
    for name, module in list(sys.modules.items()):
        file = str(getattr(module, "__file__", None))
        if folder.parts[-2:] == Path(file).parts[-3:-1] and not file.startswith(str(dependencies.PACKAGE)):
            del sys.modules[name]


@pytest.fixture
def examined(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The criteria that are run, in order."""
    ran: list[str] = []
    examine = grading.examine

    def noted(tests: object, criteria: list[str], *rest: object, **options: object) -> object:
        ran.extend(criteria)
        return examine(tests, criteria, *rest, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(grading, "examine", noted)
    return ran


@pytest.fixture(scope="module")
def graded_once(
    tmp_path_factory: pytest.TempPathFactory,
    home: Course,
    attention: Assignment,
    reference: Answer,
    make_course: Callable[..., Course],
    command: Callable[..., int],
) -> Course:
    """Ada, right, and Emil, whose causal mask is not boolean: both are graded."""
    course = make_course(tmp_path_factory.mktemp("graded") / "course", "attention")
    assert command("generate", "attention", "--course", course.root) == 0
    wrong = bank.answer(home.solutions("attention") / "mistakes" / "causal_mask_float.py", attention.parts)
    for student, answers in (("ada", [reference]), ("emil", [reference, wrong])):
        folder = course.submitted(student, "attention")
        folder.mkdir(parents=True)
        nbformat.write(as_submission(attention, *answers).notebook, folder / "attention.ipynb")
    assert command("grade", "attention", "--course", course.root, "--jobs", 1) == 0
    return course


@pytest.fixture
def graded(graded_once: Course, tests_of_our_own: Path, tmp_path: Path) -> Course:
    """A copy of that course, which a test may change; the copied hidden tests are the same in every letter."""
    return Course.find(shutil.copytree(graded_once.root, tmp_path / "course"))


def weaken(folder: Path) -> None:
    """Make one criterion pass for everybody."""
    path = folder / "test_masks.py"
    head, name, rest = path.read_text().partition(f"def test_{CRITERION}(")
    signature, docstring, body = rest.partition('"""\n')
    path.write_text(head + name + signature + docstring + "    return\n" + body)


def stored(course: Course) -> dict[str, dict[str, float]]:
    """Student → criterion → points in the gradebook."""
    with Gradebook(course.gradebook_url) as gradebook:
        return {
            submission.student.id: {grade.name: grade.auto_score for grade in submission.notebooks[0].grades}
            for submission in gradebook.find_assignment("attention").submissions
        }


def test_a_mended_criterion_is_the_only_one_to_run(
    graded: Course, tests_of_our_own: Path, examined: list[str], run: Run
) -> None:
    """Emil would gain; nothing is written on a dry run, nor without a yes, and with it that criterion is."""
    before = stored(graded)
    assert before["emil"][CRITERION] == 0
    weaken(tests_of_our_own)
    grade = ("grade", "attention", "--course", graded.root, "--jobs", 1)

    code, out, err = run(*grade, "--dry-run")
    assert (code, set(examined)) == (0, {CRITERION})
    assert f"emil     attention     20.2  20.5  +0.3  {CRITERION} 0 → 0.3" in out
    assert "1 gain, 0 lose" in out
    assert "a dry run: nothing was written" in err
    assert stored(graded) == before

    code, _, err = run(*grade)
    assert code == 1
    assert "these submissions keep their earlier points: pass --yes to write the new ones" in err
    assert stored(graded) == before

    code, _, err = run(*grade, "--yes")
    assert (code, err) == (0, "")
    assert stored(graded)["emil"] == before["emil"] | {CRITERION: 0.3}
    assert stored(graded)["ada"] == before["ada"]

    examined.clear()
    assert run(*grade)[0] == 0
    assert examined == []


def test_what_people_gave_survives(graded: Course, tests_of_our_own: Path, run: Run) -> None:
    """Manual points, extra credit and comments stay, and points of the criteria are still ours."""
    with Gradebook(graded.gradebook_url) as gradebook:
        where = ("attention", "attention", "emil")
        by_hand = gradebook.find_grade("exercise_2_derivation", *where)
        by_hand.manual_score, by_hand.extra_credit = 1.0, 0.25
        gradebook.find_comment("exercise_2_derivation", *where).manual_comment = "well done"
        gradebook.db.commit()
    weaken(tests_of_our_own)
    for options in (["--yes"], ["--force"]):
        assert run("grade", "attention", "--course", graded.root, "--jobs", 1, *options)[0] == 0
    with Gradebook(graded.gradebook_url) as gradebook:
        by_hand = gradebook.find_grade("exercise_2_derivation", *where)
        assert (by_hand.manual_score, by_hand.extra_credit) == (1.0, 0.25)
        assert gradebook.find_comment("exercise_2_derivation", *where).manual_comment == "well done"
        assert gradebook.find_submission("attention", "emil").score == 20.5 + 1.25


def test_late_penalties_and_extensions(
    graded: Course, examined: list[str], run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who is late loses what the course's rule says, until an extension or an earlier time stamp says otherwise.

    Grading notices each of these by itself, and no criterion is run for it.
    """
    with (graded.root / "nbgrader_config.py").open("a") as config:
        config.write('\nc.LateSubmissionPlugin.penalty_method = "zero"\n')
    stamp = graded.submitted("ada", "attention") / "timestamp.txt"
    where = ("attention", "ada")
    said: list[tuple[int, str, str]] = []
    changed = "a due date, an extension or a time stamp changed for 1 graded submission; late penalties are set anew"

    def penalty(day: int) -> float | None:
        stamp.write_text(f"2026-01-{day} 12:00:00 UTC")
        said.append(run("grade", "attention", "--course", graded.root, "--jobs", 1))
        assert said[-1][0] == 0
        with Gradebook(graded.gradebook_url) as gradebook:
            found: float | None = gradebook.find_submission(*where).notebooks[0].late_submission_penalty
            return found

    assert penalty(12) is None  # nothing is due
    with Gradebook(graded.gradebook_url) as gradebook:
        gradebook.update_or_create_assignment("attention", duedate="2026-01-11 12:00:00 UTC")
    assert penalty(12) == 20.5
    with Gradebook(graded.gradebook_url) as gradebook:
        gradebook.grant_extension(*where, days=2)
    assert penalty(12) is None
    assert penalty(14) == 20.5
    assert [changed in err for _, _, err in said] == [False, True, True, True]
    assert penalty(14) == 20.5
    assert changed not in said[-1][2]

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(AssignLatePenalties, "preprocess", killed)
        stamp.write_text("2026-01-15 12:00:00 UTC")
        assert run("grade", "attention", "--course", graded.root, "--jobs", 1)[0] != 0
    with Gradebook(graded.gradebook_url) as gradebook:  # the earlier one holds, since that submission counts as graded
        assert gradebook.find_submission(*where).notebooks[0].late_submission_penalty == 20.5
    assert penalty(10) is None
    assert examined == []


def change_notebook(course: Course, change: Callable[[nbformat.NotebookNode], None]) -> None:
    """Edit the source notebook."""
    notebook = nbformat.read(course.source("attention"), as_version=4)
    change(notebook)
    nbformat.write(notebook, course.source("attention"))


def test_a_criterion_can_be_added_after_students_handed_in(
    graded: Course, tests_of_our_own: Path, examined: list[str], run: Run
) -> None:
    """It is graded for those who handed in before, alone; nbgrader by itself refuses the new cell."""
    path = tests_of_our_own / "test_masks.py"
    new = "def test_causal_mask_of_one(student: Student) -> None:\n"
    new += '    """One token may look at itself."""\n    expect(bool(student.causal_mask(1).all()), "no")\n'
    path.write_text(f"{path.read_text()}\n\n{new}")

    def add(notebook: nbformat.NotebookNode) -> None:
        index = next(i for i, cell in enumerate(notebook.cells) if cell.metadata.nbgrader.grade_id == CRITERION)
        cell = nbformat.from_dict(json.loads(json.dumps(notebook.cells[index])))
        cell.id, cell.metadata.nbgrader.grade_id, cell.source = "one", "causal_mask_of_one", "causal_mask(1)"
        notebook.cells.insert(index + 1, cell)

    change_notebook(graded, add)
    code, out, _ = run("generate", "attention", "--course", graded.root, "--no-audit")
    assert code == 0
    assert "new in 2 submissions: causal_mask_of_one; run `autograder grade attention`" in out
    examined.clear()
    assert run("grade", "attention", "--course", graded.root, "--jobs", 1, "--yes")[0] == 0
    assert set(examined) == {"causal_mask_of_one"}
    assert {student: points["causal_mask_of_one"] for student, points in stored(graded).items()} == {
        "ada": 0.3,
        "emil": 0.3,
    }


def test_a_criterion_that_is_gone_takes_its_points_but_no_grade_by_hand(graded: Course, run: Run) -> None:
    """An automatic one goes; one with a grade that a person gave stays, and is named."""
    with Gradebook(graded.gradebook_url) as gradebook:
        gradebook.find_grade("exercise_2_derivation", "attention", "attention", "emil").manual_score = 1.0
        gradebook.db.commit()

    def remove(name: str) -> Callable[[nbformat.NotebookNode], None]:
        def change(notebook: nbformat.NotebookNode) -> None:
            notebook.cells = [cell for cell in notebook.cells if cell.metadata.nbgrader.grade_id != name]

        return change

    change_notebook(graded, remove("exercise_2_derivation"))
    before = graded.release("attention").read_text(), stored(graded)
    code, _, err = run("generate", "attention", "--course", graded.root, "--no-audit")
    assert code == 1
    assert "the cell 'exercise_2_derivation' is gone from the notebook, but 1 of its grades or comments" in err
    assert (graded.release("attention").read_text(), stored(graded)) == before


def test_a_digest_depends_on_the_test_and_its_helpers_alone(tests_of_our_own: Path, home: Course) -> None:
    """Another test of the same file does not matter, a helper does, and so does the seed."""
    loaded = Assignment.load(home, "attention")

    def digests(seed: str = "a") -> dict[str, str]:
        forget(tests_of_our_own)
        return dependencies.fingerprints(loaded, seed)

    before = digests()
    assert set(before) == set(loaded.criteria)
    assert not set(before.values()) & set(digests("b").values())
    weaken(tests_of_our_own)
    assert {name for name, digest in digests().items() if digest != before[name]} == {CRITERION}
    before = digests()
    path = tests_of_our_own / "test_softmax_jacobian.py"
    path.write_text(path.read_text().replace("def jacobian(", "LIMIT = 3\n\n\ndef jacobian("))
    changed = {name for name, digest in digests().items() if digest != before[name]}
    assert changed == {name for name in before if name.startswith("softmax_jacobian")}
