"""Files that are no notebooks, and what the student and staff are told about them."""

import json
from pathlib import Path

import nbformat
import pytest

from autograder.assignment import Assignment
from autograder.bank import Answer, as_submission
from autograder.errors import SubmissionError
from autograder.notebook import find, read


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a student's notebook should be."""
    return tmp_path / "attention.ipynb"


BROKEN = {
    "empty": (b"", "is not JSON"),
    "not text": (b"\xff\xfe\x00", "is not JSON"),
    "not JSON": (b"{", "is not JSON"),
    "deep": (b"[" * 100_000, "is not JSON"),
    "a list": (b"[]", "is JSON, but not a notebook"),
    "another object": (b'{"a": 1}', "is JSON, but not a notebook"),
    "no cells": (b'{"nbformat": 4, "nbformat_minor": 5, "metadata": {}}', "is not a notebook that can be read"),
    "cells of junk": (
        b'{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [1]}',
        "is not a notebook that can be read",
    ),
    "format 99": (
        b'{"nbformat": 99, "nbformat_minor": 5, "metadata": {}, "cells": []}',
        "is not a notebook that can be read",
    ),
}


@pytest.mark.parametrize(("content", "message"), BROKEN.values(), ids=BROKEN.keys())
def test_broken_files_are_named(path: Path, attention: Assignment, content: bytes, message: str) -> None:
    """One line: the file, what is wrong."""
    path.write_bytes(content)
    with pytest.raises(SubmissionError) as caught:
        read(path, attention)
    assert str(caught.value).startswith(f"{path}: {message}")
    assert "\n" not in str(caught.value)


def test_links_and_folders_are_refused(path: Path, attention: Assignment) -> None:
    """A link could point at the solutions."""
    path.symlink_to(attention.source_path)
    with pytest.raises(SubmissionError, match="can't be opened as a plain file"):
        read(path, attention)
    path.unlink()
    path.mkdir()
    with pytest.raises(SubmissionError, match="is not a plain file"):
        read(path, attention)


def test_format_3_is_converted(path: Path, attention: Assignment, reference: Answer) -> None:
    """An old Jupyter's file keeps the student's code; the cells are found again."""
    old = nbformat.convert(as_submission(attention, reference).notebook, 3)
    path.write_text(json.dumps(old))
    submission = read(path, attention)
    sources = {c.metadata.nbgrader.grade_id: c.source for c in submission.notebook.cells if "nbgrader" in c.metadata}
    assert "softmax" in sources["attention"]


def test_a_renamed_notebook_is_taken_if_it_is_the_only_one(tmp_path: Path) -> None:
    """With a remark; two of them are ambiguous, none is missing."""
    with pytest.raises(SubmissionError, match="missing, and the folder holds no other notebook"):
        find(tmp_path, "attention")
    (tmp_path / "my attention (1).ipynb").write_text("{}")
    path, remarks = find(tmp_path, "attention")
    assert path.name == "my attention (1).ipynb"
    assert remarks == ("the notebook was handed in as 'my attention (1).ipynb', not 'attention.ipynb'",)
    (tmp_path / "copy.ipynb").write_text("{}")
    with pytest.raises(SubmissionError, match="can't be told which of"):
        find(tmp_path, "attention")
