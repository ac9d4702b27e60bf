"""Reading what a student handed in, strictly, and naming what is wrong with it."""

import hashlib
import json
import os
import stat
from dataclasses import dataclass
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from autograder.assignment import Assignment
from autograder.errors import SubmissionError
from autograder.repair import repair

MAX_BYTES = 50_000_000  # a notebook with many figures has a few MB


@dataclass(frozen=True)
class Submission:
    """One notebook, read and repaired. `remarks` says in a line each what had to be mended."""

    student: str | None
    path: Path
    sha256: str
    notebook: NotebookNode
    remarks: tuple[str, ...]


def read_bytes(path: Path) -> bytes:
    """The file's bytes. Links, folders and devices are refused: a submission is a plain file of its own."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        raise SubmissionError(f"{path}: no such file") from None
    except OSError as error:
        raise SubmissionError(f"{path}: can't be opened as a plain file ({error.strerror})") from None
    info = os.fstat(descriptor)
    if not stat.S_ISREG(info.st_mode):
        os.close(descriptor)
        raise SubmissionError(f"{path}: is not a plain file")
    with open(descriptor, "rb") as file:
        if info.st_size > MAX_BYTES:
            raise SubmissionError(f"{path}: {info.st_size:,} bytes, more than the {MAX_BYTES:,} that are read")
        return file.read(MAX_BYTES + 1)


def parse(raw: bytes, path: Path) -> NotebookNode:
    """A format-4 notebook from its bytes; older formats are converted. Raises SubmissionError."""
    try:
        document = json.loads(raw.decode("utf-8-sig"))
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
        raise SubmissionError(f"{path}: is not JSON ({type(error).__name__}): save it again in Jupyter") from None
    if not isinstance(document, dict) or not isinstance(document.get("nbformat"), int):
        raise SubmissionError(f"{path}: is JSON, but not a notebook: hand in the .ipynb file itself")
    try:
        # `reads` fills in and converts what older Jupyter versions left out; its warnings are about that.
        notebook = nbformat.from_dict(document)
        if notebook.nbformat != 4:
            notebook = nbformat.convert(notebook, 4)
        return _plain_cells(notebook)
    except Exception as error:
        raise SubmissionError(f"{path}: is not a notebook that can be read ({type(error).__name__})") from None


def _plain_cells(notebook: NotebookNode) -> NotebookNode:
    """Bring every cell to the few fields that grading needs, whatever the file claimed about the rest."""
    cells = []
    for cell in notebook.cells:
        source = cell.get("source", "")
        if isinstance(source, list):
            source = "".join(source)
        if not isinstance(source, str):
            raise TypeError("a cell's source is not text")
        kind = cell.get("cell_type")
        metadata = cell.get("metadata")
        plain = {
            "cell_type": kind if kind in ("code", "markdown", "raw") else "raw",
            "metadata": metadata if isinstance(metadata, dict) else {},
            "source": source,
        }
        if isinstance(cell.get("id"), str):
            plain["id"] = cell["id"]
        if plain["cell_type"] == "code":
            plain |= {"outputs": [], "execution_count": None}
        cells.append(nbformat.from_dict(plain))
    metadata = notebook.get("metadata")
    plain_notebook: NotebookNode = nbformat.from_dict(
        {
            "nbformat": 4,
            "nbformat_minor": 5,
            "metadata": metadata if isinstance(metadata, dict) else {},
            "cells": cells,
        }
    )
    return plain_notebook


def read(path: Path, assignment: Assignment, student: str | None = None) -> Submission:
    """Read and repair one notebook. Raises SubmissionError, whose text names the file and the fault."""
    raw = read_bytes(path)
    notebook, remarks = repair(parse(raw, path), assignment.source)
    return Submission(student, path, sha256(raw), notebook, remarks)


def sha256(raw: bytes) -> str:
    """The hexadecimal digest that names a submission's content."""
    return hashlib.sha256(raw).hexdigest()


def find(folder: Path, assignment: str) -> tuple[Path, tuple[str, ...]]:
    """The notebook of a submission folder; one under another name is taken if it is the only one.

    Returns the path and the remarks. Raises SubmissionError when there is none, or no telling which.
    """
    expected = folder / f"{assignment}.ipynb"
    if expected.exists() or expected.is_symlink():
        return expected, ()
    others = sorted(path for path in folder.glob("*.ipynb") if path.is_file())
    if len(others) == 1:
        return others[0], (f"the notebook was handed in as {others[0].name!r}, not {expected.name!r}",)
    if not others:
        raise SubmissionError(f"{expected}: missing, and the folder holds no other notebook")
    names = ", ".join(path.name for path in others)
    raise SubmissionError(f"{expected}: missing, and it can't be told which of {names} is meant")
