"""The hidden tests' own error rate; and that they would not pass without looking."""

from pathlib import Path

import pytest
import torch

from autograder.assignment import Assignment
from autograder.auditing import FAIR_SHARE, audit
from autograder.bank import Answer, as_submission
from autograder.course import Course
from autograder.grading import grade
from autograder.hidden_tests.expectations import Unmet, expect_close, expect_number, expect_tensor, shown
from autograder.result import Outcome
from autograder.sandbox import Sandbox

SEEDS = (1, 2, 3)  # course seeds to try; the first one's audit is in each assignment's record
NAMES = [path.parent.name for path in sorted((Path(__file__).parents[1] / "assignments").glob("*/*.ipynb"))]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", NAMES)
def test_no_right_answer_fails_and_no_wrong_one_passes(
    name: str, seed: int, home: Course, sandbox: Sandbox, jobs: int, one_sandbox: None
) -> None:
    """Every right answer under every seed, every wrong one under one of them; a sample of mutants is elsewhere."""
    share = slice(SEEDS.index(seed), None, len(SEEDS))
    assignment = Assignment.load(home, name)
    found = audit(home, assignment, sandbox.level, jobs, [seed], with_mutants=False, which_mistakes=share)
    assert found.findings == []
    assert found.counts["accepted"] >= 20
    assert found.counts["mistakes"] >= 40 // len(SEEDS)


USELESS = {
    "zeros": "torch.zeros(*Q.shape[:-1], V.shape[-1]), torch.zeros(*Q.shape[:-1], K.shape[-2])",
    "averages": "V.mean(-2, True).expand(*Q.shape[:-1], V.shape[-1]), "
    "torch.full((*Q.shape[:-1], K.shape[-2]), 1 / K.shape[-2])",
    "nothing": "None",
    "NaN": "torch.full((*Q.shape[:-1], V.shape[-1]), torch.nan), torch.full((*Q.shape[:-1], K.shape[-2]), torch.nan)",
    "arrays": "V.numpy(), Q.numpy()",
}


@pytest.mark.parametrize("value", USELESS.values(), ids=USELESS.keys())
def test_a_useless_answer_gets_nothing(value: str, attention: Assignment, reference: Answer, sandbox: Sandbox) -> None:
    """Relations hold between constants too; that must not earn a point."""
    code = f"def attention(Q, K, V, mask=None):\n    return {value}"
    answer = Answer(Path("useless"), "", (), "", {"attention": code}, "")
    result = grade(as_submission(attention, reference, answer), attention, sandbox, "0", ["attention"], shrink=False)
    assert {criterion.outcome for criterion in result.criteria} == {Outcome.FAILED}


def test_a_fair_share_is_a_third() -> None:
    """Half a third more would be found."""
    assert 1 / 3 < FAIR_SHARE < 0.334


def test_checks_look_at_form_before_values() -> None:
    """Broadcasting, NaN and other types can't slip through."""
    with pytest.raises(Unmet, match="should have the shape"):
        expect_tensor(torch.zeros(1, 3), (3, 3), "x")
    with pytest.raises(Unmet, match="should be finite"):
        expect_tensor(torch.tensor([float("nan")]), (1,), "x")
    with pytest.raises(Unmet, match="should be a tensor, but is None"):
        expect_tensor(None, (1,), "x")
    with pytest.raises(Unmet, match="real numbers"):
        expect_tensor(torch.zeros(1, dtype=torch.complex64), (1,), "x")
    with pytest.raises(Unmet):
        expect_close(torch.tensor([float("nan")]), torch.tensor([1.0]), 1e9, "differs", "x")
    with pytest.raises(Unmet, match="should be a number, but is True"):
        expect_number(True, "x")


def test_values_are_shown_as_one_would_type_them() -> None:
    """Small tensors in full, large ones by shape."""
    assert shown(torch.tensor([[1.0, -0.25]])) == "torch.tensor([[1.0, -0.25]])"
    assert shown(torch.tensor([True])) == "torch.tensor([True])"
    assert shown(torch.tensor([1.0], dtype=torch.float64)) == "torch.tensor([1.0], dtype=torch.float64)"
    assert eval(shown(torch.tensor([[0.5], [2e-10]])), {"torch": torch}).tolist() == [[0.5], [pytest.approx(2e-10)]]
    assert shown(torch.zeros(10, 10)).startswith("<tensor of shape (10, 10), first entries 0.0,")
