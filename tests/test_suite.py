"""Cases: drawn once, the same wherever they are drawn, and played with the outcome that Hypothesis would find."""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import pytest
import torch
from hypothesis import example, given, settings
from hypothesis import strategies as st

from autograder import bank, suite
from autograder.assignment import Assignment
from autograder.bank import as_submission
from autograder.course import Course
from autograder.errors import HarnessError
from autograder.grading import grade
from autograder.hidden_tests.drawing import Numbers
from autograder.sandbox import Sandbox

# Prints a digest of all cases of one criterion, with a module of many numbers loaded or not.
DIGEST = """
import hashlib, importlib.util, sys
from pathlib import Path
from autograder import suite
if len(sys.argv) > 2:
    spec = importlib.util.spec_from_file_location("numbers_of_my_own", sys.argv[2])
    sys.modules[spec.name] = module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
collected = suite.collected(Path(sys.argv[1]))
cases = [case for criterion in sorted(collected.tests) for case in collected.cases(criterion, "seed")]
text = repr([[value for value in case.values() if isinstance(value, int)] for case in cases])
print(len(cases), hashlib.sha256(text.encode()).hexdigest())
"""


def test_cases_do_not_depend_on_what_else_is_loaded(attention: Assignment, tmp_path: Path) -> None:
    """Hypothesis would mix numbers from the source of any module into what it draws."""
    module = tmp_path / "numbers_of_my_own.py"
    module.write_text(f"NUMBERS = {list(range(1, 40))} + {list(range(1000, 3000, 7))}\n")
    runs = [[str(attention.tests_path)], [str(attention.tests_path), str(module)]]
    digests = {
        subprocess.run([sys.executable, "-c", DIGEST, *run], capture_output=True, text=True, check=True).stdout
        for run in runs
    }
    assert len(digests) == 1
    collected = suite.collected(attention.tests_path)
    here = [case for criterion in collected.tests for case in collected.cases(criterion, "seed")]
    assert int(digests.pop().split()[0]) == len(here)


def test_another_seed_gives_other_cases(attention: Assignment) -> None:
    """And the same seed the same objects, which are drawn once."""
    collected = suite.collected(attention.tests_path)
    first, again, other = (collected.cases("causal_mask_allows_past_and_present", seed) for seed in ("a", "a", "b"))
    assert first is again
    assert [case["T"] for case in first] != [case["T"] for case in other]


def test_every_criterion_is_collected(home: Course) -> None:
    """What the syntax tree promises to students, pytest finds."""
    for name in home.assignments():
        assignment = Assignment.load(home, name)
        assert set(suite.collected(assignment.tests_path).tests) == set(assignment.criteria)


def test_the_surroundings_change_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Options and plug-ins that somebody set for other tests are not for these, and are there again afterwards."""
    surroundings = {"PYTEST_ADDOPTS": "--no-such-option -k nothing", "PYTEST_PLUGINS": "no_such_plugin"}
    for name, value in surroundings.items():
        monkeypatch.setenv(name, value)
    (tmp_path / "test_one.py").write_text("def test_one(student):\n    pass\n")
    assert set(suite.collected(tmp_path).tests) == {"one"}
    assert {name: os.environ.get(name) for name in surroundings} == surroundings
    assert "PYTEST_DISABLE_PLUGIN_AUTOLOAD" not in os.environ


def test_tests_that_cannot_be_imported_are_our_fault(tmp_path: Path) -> None:
    """Named, and never a zero."""
    (tmp_path / "test_broken.py").write_text("import nothing_of_this_name\n")
    with pytest.raises(HarnessError, match="nothing_of_this_name"):
        suite.collected(tmp_path)


@given(kind=st.sampled_from("abcdef"), n=st.integers(0, 10**6))
@settings(max_examples=50)
@example(kind="z", n=-1)
def drawing(student: None, kind: str, n: int) -> None:
    """A test that draws."""


def test_every_kind_is_drawn_under_every_seed() -> None:
    """Fifty draws from six leave one out once in two thousand times; in one run of Hypothesis that is common.

    An example that is written at the test comes first, and once.
    """
    for seed in range(20):
        cases = suite._drawn(drawing, seed)
        assert (len(cases), cases[0]["kind"]) == (51, "z")
        assert {case["kind"] for case in cases[1:]} == set("abcdef")
        assert len({case["n"] for case in cases}) > 45


@given(T=st.sampled_from([1, 2, 3]))
@settings(max_examples=50)
def exhausted(student: None, T: int) -> None:
    """A test with three cases."""


def test_a_test_with_few_cases_plays_all_of_them() -> None:
    """Each once."""
    assert sorted(case["T"] for case in suite._drawn(exhausted, 0)) == [1, 2, 3]


class Pair(NamedTuple):
    """A case of a kind of its own."""

    size: int
    numbers: Numbers


@dataclass(frozen=True)
class Record:
    """A case of another kind."""

    numbers: Numbers


def test_a_case_keeps_its_kind() -> None:
    """Named tuples and records are copied as such, with the streams in them."""
    numbers = Numbers(3)
    pair, record = suite.fresh(Pair(2, numbers)), suite.fresh(Record(numbers))
    assert (type(pair), pair.size, type(record)) == (Pair, 2, Record)
    first = numbers.normal(3).tolist()
    assert pair.numbers.normal(3).tolist() == record.numbers.normal(3).tolist() == first


def test_a_case_is_played_afresh() -> None:
    """A stream of numbers that one submission used up is whole for the next."""
    numbers = Numbers(3)
    drawn = {"case": (torch.ones(2), numbers), "n": 1}
    first, second = suite.fresh(drawn), suite.fresh(drawn)
    values = [copy["case"][1].normal(4).tolist() for copy in (first, second)]
    assert values[0] == values[1] == numbers.normal(4).tolist()
    first["case"][0].add_(1)
    assert second["case"][0].tolist() == drawn["case"][0].tolist() == [1.0, 1.0]  # type: ignore[index]


@pytest.mark.parametrize("name", ["attention", "positions"])
def test_played_cases_have_the_outcomes_of_hypothesis(name: str, home: Course, sandbox: Sandbox) -> None:
    """Criterion by criterion, on a sample of right and wrong answers."""
    assignment = Assignment.load(home, name)
    reference = bank.reference(home, assignment)
    answers = [reference, *bank.accepted(home, assignment)[::24], *bank.mistakes(home, assignment)[::16]]
    for answer in answers:
        played, drawn = (
            grade(
                as_submission(assignment, reference, answer),
                assignment,
                sandbox,
                "7",
                answer.definitions,
                shrink=False,
                replay=replay,
            )
            for replay in (True, False)
        )
        assert [(c.id, c.outcome) for c in played.criteria] == [(c.id, c.outcome) for c in drawn.criteria], answer.stem
