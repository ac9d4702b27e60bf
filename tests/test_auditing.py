"""The audit finds what it is for: tests that let something through, and nothing is published on those."""

import dataclasses
import json
import shutil
from collections.abc import Callable
from pathlib import Path

import nbformat
import pytest

from autograder import audit_record, auditing, bank, grading, mutants, suite
from autograder.assignment import Assignment
from autograder.auditing import Survivor, explained, false_passes, grade_answer
from autograder.course import Course
from autograder.mutants import Mutant
from autograder.sandbox import Sandbox

Run = Callable[..., tuple[int, str, str]]
NAMES = [path.parent.name for path in sorted((Path(__file__).parents[1] / "assignments").glob("*/*.ipynb"))]
PARITY = "def parity(n, *, odd=True):\n    '''Doc.'''\n    rest: int = n % 2\n    return rest == odd\n"


@pytest.mark.parametrize("name", NAMES)
def test_a_criterion_that_asserts_nothing_is_found(
    name: str, home: Course, sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whichever it is: the audit names a mistake that got through."""
    assignment = Assignment.load(home, name)
    reference = bank.reference(home, assignment)
    whole = suite.collected(assignment.tests_path)
    named = {criterion: mistake for mistake in bank.mistakes(home, assignment) for criterion in mistake.fails}
    assert set(named) == set(assignment.criteria)
    silent = dataclasses.replace(whole, tests=dict.fromkeys(whole.tests, lambda student: None))
    monkeypatch.setattr(grading, "collected", lambda path: silent)
    for mistake in {mistake.stem: mistake for mistake in named.values()}.values():
        # Under a seed other than the first: the criteria that the file names, and those alone.
        found = false_passes(mistake, grade_answer(sandbox, assignment, reference, mistake, "1"), "1")
        for criterion in mistake.fails:
            assert f"seed 1: the mistake {mistake.stem} passed {criterion}, which it should fail" in found


@pytest.mark.parametrize("name", NAMES)
def test_the_recorded_audit_holds(name: str, home: Course) -> None:
    """It is of today's tests, bank, notebook and mutants, and says what the gate asks for."""
    record = audit_record.current(home, Assignment.load(home, name))
    assert record is not None, f"run `autograder audit {name}` and commit solutions/{name}/audit.json"
    assert record["killed"] >= auditing.MIN_KILLED
    assert record["named rightly"] >= auditing.MIN_PRECISION * record["named"] > 0
    assert record["accepted"] >= 20
    assert record["mistakes"] >= 40
    assert record["mutants"] >= 100


@pytest.mark.parametrize("name", NAMES)
def test_a_sample_of_mutants_is_killed_or_explained(name: str, home: Course, sandbox: Sandbox) -> None:
    """Every twelfth, on the path by which students are graded."""
    assignment = Assignment.load(home, name)
    reference = bank.reference(home, assignment)
    sample = mutants.of_answer(reference.definitions, auditing.graded_parts(assignment))[::12]
    alive = []
    for mutant in sample:
        result = grade_answer(sandbox, assignment, reference, auditing.as_answer(mutant), auditing.FIRST)
        assert auditing.harness_errors(auditing.as_answer(mutant), result, auditing.FIRST) == []
        if result.score == result.max_score:
            alive.append(mutant)
    survivors, _ = explained(home, name, alive)
    assert [survivor for survivor in survivors if not survivor.reason] == []


def changes(source: str) -> set[str]:
    """The changed lines of all mutants."""
    return {mutant.diff.splitlines()[-1][1:].strip() for mutant in mutants.mutants("part", source)}


def test_mutants_of_a_small_function() -> None:
    """From the library and from our own operators; never in a docstring or an annotation."""
    made = changes(PARITY)
    assert {"def parity(n, *, odd=False):", "return rest != odd", "rest = n // 2", "rest = n % 3", "rest = n"} <= made
    assert "pass" in made  # a statement left out
    assert not any("Doc" in line or "int" in line for line in made)
    tensors = "def f(x, y):\n    return torch.stack([x.mT, y.sum(dim=1, keepdim=True)], dim=-1)\n"
    made = changes(tensors)
    for part in ("[x, y", "y.mean(dim=1", "sum(dim=1)", "sum(keepdim=True)", "dim=2", "torch.cat([", "keepdim=False"):
        assert any(part in line for line in made), part


def test_mutants_are_the_same_each_time_and_none_twice(home: Course, attention: Assignment) -> None:
    """Their keys are what `equivalent_mutants.toml` goes by."""
    source = bank.reference(home, attention).definitions["attention"]
    first, second = mutants.mutants("attention", source), mutants.mutants("attention", source)
    assert first == second
    assert len({mutant.key for mutant in first}) == len({mutant.source for mutant in first}) == len(first) > 20


def test_numbers_have_no_mutants() -> None:
    """How a number was computed is of no interest."""
    assert mutants.mutants("exercise_1", "exercise_1 = {'a': 2 * 3}") == ()


def test_a_long_line_is_shown_around_its_change() -> None:
    """The rest is left out, so that a person can see what was changed."""
    line = "    return " + " + ".join(f"number_{i}" for i in range(60))
    mutant = Mutant("part", line.replace("number_31", "number_13"), line)
    assert [len(text) < 110 for text in mutant.change.splitlines()] == [True, True]
    assert "number_13" in mutant.change


def test_survivors_want_a_reason_and_reasons_a_survivor(tmp_path: Path, home: Course) -> None:
    """A line in the list that no survivor needs is a finding too."""
    (tmp_path / "nbgrader_config.py").write_text((home.root / "nbgrader_config.py").read_text())
    (tmp_path / "solutions" / "a").mkdir(parents=True)
    good, bad = Mutant("f", "x = 1", "x = 2"), Mutant("f", "x = 3", "x = 2")
    listed = f'{good.key} = "the same"\nf-0123456789 = "gone"\n'
    (tmp_path / "solutions" / "a" / "equivalent_mutants.toml").write_text(listed)
    survivors, findings = explained(Course(tmp_path), "a", [good, bad])
    assert {survivor.key: survivor.reason for survivor in survivors} == {good.key: "the same", bad.key: ""}
    assert all(isinstance(survivor, Survivor) for survivor in survivors)
    assert [finding.split(":")[0] for finding in findings] == [
        f"the mutant {bad.key} of f passed every criterion",
        "equivalent_mutants.toml explains f-0123456789, which is no surviving mutant",
    ]


@pytest.fixture
def small(tmp_path: Path, home: Course, monkeypatch: pytest.MonkeyPatch) -> Course:
    """A course whose bank has only a few mistakes in one mask, and that no mutants are made of."""
    (tmp_path / "nbgrader_config.py").write_text((home.root / "nbgrader_config.py").read_text())
    for folder in ("assignments", "solutions"):
        shutil.copytree(home.root / folder / "attention", tmp_path / folder / "attention")
    for path in (tmp_path / "solutions" / "attention").glob("[am]*/*.py"):
        if not path.name.startswith("causal_mask_f"):
            path.unlink()
    (tmp_path / "solutions" / "attention" / "equivalent_mutants.toml").unlink()
    monkeypatch.setattr(mutants, "of_answer", lambda *_: ())
    return Course.find(tmp_path)


def test_a_new_mistake_is_audited_without_touching_code(small: Course, run: Run) -> None:
    """Drop a file, run audit: here one that is none, and passes."""
    mistakes = small.solutions("attention") / "mistakes"
    record = small.solutions("attention") / audit_record.FILE
    before, recorded = len(list(mistakes.glob("*.py"))), record.read_bytes()
    text = '"""Look again."""\n\nimport torch\n\nFAILS = ("causal_mask_is_boolean_square",)\n\n\n'
    right = "def causal_mask(T):\n    return torch.ones(T, T, dtype=torch.bool).tril()\n"
    (mistakes / "causal_mask_no_mistake.py").write_text(text + right)
    code, out, err = run("audit", "attention", "--course", small.root, "--json", "--jobs", "1")
    assert code == 1
    assert json.loads(out)["counts"]["mistakes"] == before + 1
    assert "the mistake causal_mask_no_mistake passed causal_mask_is_boolean_square, which it should fail" in err
    assert record.read_bytes() == recorded  # only a clean audit is


def test_weakened_tests_are_not_published(
    small: Course, run: Run, monkeypatch: pytest.MonkeyPatch, attention: Assignment
) -> None:
    """`generate` shows what got through; `--no-audit` publishes, and says so in the release."""
    whole = suite.collected(attention.tests_path)
    tests = {**whole.tests, "causal_mask_is_boolean_square": lambda student: student.causal_mask(1) and None}
    weak = dataclasses.replace(whole, tests=tests)
    monkeypatch.setattr(grading, "collected", lambda path: weak)
    arguments = ("generate", "attention", "--course", small.root, "--jobs", "1")
    code, _, err = run(*arguments)
    assert code == 1
    assert "passed causal_mask_is_boolean_square, which it should fail" in err
    assert "attention: not published: the audit of its hidden tests has" in err
    assert not small.release("attention").exists()
    code, out, _ = run(*arguments, "--no-audit")
    assert code == 0
    assert "UNAUDITED" in out
    release = nbformat.read(small.release("attention"), as_version=4)
    assert release.metadata["autograder"] == {"audited": False}
