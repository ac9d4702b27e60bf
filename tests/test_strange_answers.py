"""Whatever a function returns, what comes of it is the student's: no value is a fault of ours."""

import ast
from pathlib import Path

import pytest

from autograder import bank
from autograder.assignment import Assignment
from autograder.auditing import graded_parts
from autograder.bank import Answer, as_submission
from autograder.course import Course
from autograder.grading import grade
from autograder.result import Outcome
from autograder.sandbox import Sandbox

NAMES = [path.parent.name for path in sorted((Path(__file__).parents[1] / "assignments").glob("*/*.ipynb"))]
VALUES = {
    "nothing": "None",
    "a scalar": "torch.tensor(0.5)",
    "no elements": "torch.zeros(0)",
    "no rows": "torch.zeros(0, 3)",
    "a module": "torch.nn.Linear(2, 2)",
    "a list of pairs": "[(1, torch.zeros(2)), ('x', None)]",
    "a dict": "{1: torch.zeros(0), 'x': float('nan')}",
    "too many axes": "torch.zeros(1, 1, 1, 1, 1, 1)",
    "complex numbers": "torch.zeros(2, 2, dtype=torch.complex64)",
    "a pair of those": "(torch.zeros(0, 0), torch.tensor(float('inf')))",
}


def strange(source: str, value: str) -> str:
    """A definition of the same name: a function returns the value, and a class makes modules that do."""
    node = next(n for n in ast.parse(source).body if isinstance(n, ast.FunctionDef | ast.ClassDef))
    if isinstance(node, ast.FunctionDef):
        return f"import torch\ndef {node.name}(*args, **kwargs):\n    return {value}\n"
    return (
        f"import torch\nclass {node.name}(torch.nn.Module):\n"
        "    def __init__(self, *args, **kwargs):\n        super().__init__()\n"
        "        self.last_weights = torch.zeros(0)\n        self.w = torch.nn.Parameter(torch.zeros(0, 4))\n"
        f"    def forward(self, *args, **kwargs):\n        return {value}\n"
    )


@pytest.mark.parametrize("value", VALUES.values(), ids=VALUES.keys())
@pytest.mark.parametrize("name", NAMES)
def test_no_value_is_our_fault(name: str, value: str, home: Course, sandbox: Sandbox) -> None:
    """In no criterion; and none of these values passes one that compares numbers."""
    assignment = Assignment.load(home, name)
    reference = bank.reference(home, assignment)
    definitions = {
        part: strange(reference.definitions[part], value)
        for part in graded_parts(assignment)
        if not isinstance(ast.parse(reference.definitions[part]).body[0], ast.Assign | ast.AnnAssign)
    }
    answer = Answer(Path("strange"), "", (), "", definitions, "")
    submission = as_submission(assignment, reference, answer, experiments=False)
    result = grade(submission, assignment, sandbox, "0", list(definitions), shrink=False)
    ours = [(c.id, c.message) for c in result.criteria if c.outcome is Outcome.HARNESS_ERROR]
    assert ours == []
    assert result.score <= 0.2 * result.max_score
