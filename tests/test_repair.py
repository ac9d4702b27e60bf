"""Putting cells back in order: what students and tools do to notebooks, and what is said about it."""

import copy

import pytest
from nbformat import NotebookNode

from autograder.assignment import Assignment
from autograder.bank import Answer, as_submission
from autograder.repair import repair


@pytest.fixture
def notebook(attention: Assignment, reference: Answer) -> NotebookNode:
    """A right notebook, to be damaged."""
    return copy.deepcopy(as_submission(attention, reference).notebook)


def cell(notebook: NotebookNode, grade_id: str) -> NotebookNode:
    """The cell with this grade_id."""
    return next(c for c in notebook.cells if c.metadata.get("nbgrader", {}).get("grade_id") == grade_id)


def ids(notebook: NotebookNode) -> list[str]:
    """All grade_ids in order."""
    return [c.metadata.nbgrader.grade_id for c in notebook.cells if "nbgrader" in c.metadata]


def mended(notebook: NotebookNode, attention: Assignment) -> tuple[NotebookNode, tuple[str, ...]]:
    """Repair, and check what always holds: each source cell once, in order, cell ids distinct."""
    result, remarks = repair(notebook, attention.source)
    assert ids(result) == ids(attention.source)
    assert len({c.id for c in result.cells}) == len(result.cells)
    return result, remarks


def test_a_whole_notebook_is_left_as_it_is(notebook: NotebookNode, attention: Assignment) -> None:
    """Nothing to mend, nothing to say."""
    result, remarks = mended(notebook, attention)
    assert remarks == ()
    assert [c.source for c in result.cells] == [c.source for c in notebook.cells]


def test_deleted_cells_are_put_back(notebook: NotebookNode, attention: Assignment) -> None:
    """A deleted grade cell, the first cell and a whole part."""
    for grade_id in ("attention_gradients", "attention_intro", "to_blocked", "to_blocked_inverts"):
        notebook.cells.remove(cell(notebook, grade_id))
    result, remarks = mended(notebook, attention)
    assert "the cell 'attention_gradients' was missing and was put back" in remarks
    assert "raise NotImplementedError" in cell(result, "to_blocked").source


def test_of_copies_the_one_worked_on_counts(notebook: NotebookNode, attention: Assignment) -> None:
    """A stub left beside its worked-on copy does not win; the other stays as an ordinary cell."""
    answer = cell(notebook, "attention")
    stub = copy.deepcopy(cell(attention.source, "attention"))
    notebook.cells.insert(notebook.cells.index(answer), stub)
    result, remarks = mended(notebook, attention)
    assert cell(result, "attention").source == answer.source
    assert "a copy of the cell 'attention' is taken as an ordinary cell" in remarks


def test_a_copied_grade_cell_counts_once(notebook: NotebookNode, attention: Assignment) -> None:
    """nbgrader would fail the whole submission."""
    notebook.cells.append(copy.deepcopy(cell(notebook, "attention_gradients")))
    _, remarks = mended(notebook, attention)
    assert remarks == ("a copy of the cell 'attention_gradients' is taken as an ordinary cell",)


def test_edited_locked_cells_and_points_are_restored(notebook: NotebookNode, attention: Assignment) -> None:
    """The source's text and points count."""
    cell(notebook, "attention_gradients").source = "pass"
    cell(notebook, "attention_permutations").metadata.nbgrader.points = 100
    result, remarks = mended(notebook, attention)
    assert cell(result, "attention_gradients").source == cell(attention.source, "attention_gradients").source
    assert cell(result, "attention_permutations").metadata.nbgrader.points == 0.5
    assert set(remarks) == {
        "the locked cell 'attention_gradients' had been edited and was restored",
        "the points of 'attention_permutations' had been changed and were restored",
    }


@pytest.mark.parametrize("keep_ids", [True, False])
def test_stripped_metadata_is_found_again(notebook: NotebookNode, attention: Assignment, keep_ids: bool) -> None:
    """By cell id, and where a tool stripped that too, by text and by the name that a cell defines."""
    answer = cell(notebook, "softmax_jacobian").source
    for c in notebook.cells:
        c.metadata = NotebookNode()
        if not keep_ids:
            del c["id"]
    result, _ = mended(notebook, attention)
    assert cell(result, "softmax_jacobian").source == answer


def test_changed_roles_and_types_are_restored(notebook: NotebookNode, attention: Assignment) -> None:
    """A grade cell made a solution cell, and code turned into text."""
    cell(notebook, "attention_gradients").metadata.nbgrader.solution = True
    converted = cell(notebook, "causal_mask")
    converted.cell_type = "markdown"
    del converted["outputs"], converted["execution_count"]
    result, remarks = mended(notebook, attention)
    assert cell(result, "causal_mask").cell_type == "code"
    assert not cell(result, "attention_gradients").metadata.nbgrader.solution
    assert len(remarks) == 2


@pytest.mark.parametrize("junk", [None, [], 3, {"grade_id": 7}, {"grade_id": "x" * 10_000}, {"grade_id": "no such"}])
def test_junk_metadata_does_no_harm(notebook: NotebookNode, attention: Assignment, junk: object) -> None:
    """Whatever stands where nbgrader's metadata should be."""
    notebook.cells[5].metadata["nbgrader"] = junk
    extra = copy.deepcopy(notebook.cells[7])
    extra.metadata["nbgrader"] = junk
    extra.source = "x = 1"
    extra.id = "another"
    notebook.cells.append(extra)
    result, remarks = mended(notebook, attention)
    assert result.cells[-1].source == "x = 1"
    assert all(len(remark) < 200 for remark in remarks)
