"""Damaged notebooks and damaged frames: read, or refused by name; never an error that nobody expected.

Five hundred of each here. `make fuzz` tries ten thousand.
"""

import copy
import json
import math
import os
from pathlib import Path
from typing import Any

import nbformat
import pytest
import torch
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from autograder.assignment import Assignment
from autograder.bank import Answer, as_submission
from autograder.errors import SubmissionError
from autograder.notebook import parse
from autograder.repair import repair
from autograder.sandbox.inside import codec, wire
from autograder.workplace import runnable_cells

EXAMPLES = int(os.environ.get("FUZZ_EXAMPLES", "500"))
many = settings(
    max_examples=EXAMPLES,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture, HealthCheck.data_too_large],
)

junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


@pytest.fixture(scope="module")
def document(attention: Assignment, reference: Answer) -> dict[str, Any]:
    """A right notebook, as JSON."""
    found: dict[str, Any] = json.loads(nbformat.writes(as_submission(attention, reference).notebook))
    return found


def damage(data: st.DataObject, document: dict[str, Any]) -> None:
    """Change one place in it: drop it, double it, or put something else there."""
    place: Any = document
    while True:
        key = data.draw(st.sampled_from(list(place) if isinstance(place, dict) else range(len(place))))
        inner = place[key]
        if isinstance(inner, dict | list) and inner and data.draw(st.integers(0, 5)):
            place = inner
            continue
        kind = data.draw(st.sampled_from(["drop", "double", "other", "other key"]))
        if kind == "drop":
            del place[key]
        elif kind == "double" and isinstance(place, list):
            place.append(copy.deepcopy(inner))
        elif kind == "other key" and isinstance(place, dict):
            place[data.draw(st.text(max_size=8))] = place.pop(key)
        else:
            place[key] = data.draw(junk)
        return


def read(raw: bytes, attention: Assignment) -> None:
    """A notebook that is refused, or can be graded: each cell of the source once, and valid."""
    try:
        notebook, remarks = repair(parse(raw, Path("fuzz.ipynb")), attention.source)
    except SubmissionError:
        return
    nbformat.validate(notebook)
    ids = [cell.metadata.get("nbgrader", {}).get("grade_id") for cell in notebook.cells]
    for cell in attention.source.cells:
        grade_id = cell.metadata.get("nbgrader", {}).get("grade_id")
        assert grade_id is None or ids.count(grade_id) == 1
    assert all(isinstance(cell.source, str) for cell in runnable_cells(notebook, attention.criteria))
    assert all(isinstance(remark, str) for remark in remarks)


@many
@given(data=st.data())
def test_a_damaged_notebook(data: st.DataObject, document: dict[str, Any], attention: Assignment) -> None:
    """A few places of its JSON changed."""
    damaged = copy.deepcopy(document)
    for _ in range(data.draw(st.integers(1, 5))):
        if damaged:
            damage(data, damaged)
    read(json.dumps(damaged).encode("utf-8", "surrogatepass"), attention)


@many
@given(data=st.data())
def test_a_damaged_file(data: st.DataObject, document: dict[str, Any], attention: Assignment) -> None:
    """Bytes cut out, put in or cut off."""
    raw = bytearray(json.dumps(document).encode())
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(raw)))
        raw[start : start + data.draw(st.sampled_from([0, 1, 8, 10_000]))] = data.draw(st.binary(max_size=8))
    read(bytes(raw), attention)


REPLIES: list[tuple[wire.Request, wire.Reply]] = [
    (wire.Get(id=1, name="x"), wire.Returned(id=1, values=[[torch.ones(2, 3), wire.Opaque("set"), {"a": None}]])),
    (
        wire.Call(id=1, name="f", args=[1], repeats=2, observe=True),
        wire.Returned(id=1, values=[wire.Handle(1, "M"), math.nan], arguments=["x"], rng_moved=True),
    ),
    (
        wire.Gradient(id=1, name="f", args=[], wrt=[0, 1]),
        wire.Gradients(id=1, gradients=[None, torch.zeros(4)], parameters={"w": torch.ones(2, dtype=torch.float64)}),
    ),
    (wire.Call(id=1, name="f"), wire.Raised(id=1, kind="ValueError", message="no", where="cell 3", kinds=["A", "B"])),
    (
        wire.RunCell(id=1, source="1"),
        wire.CellRan(id=1, outputs=[wire.Stream("stdout", "x"), wire.Error("E", "m", ["t"])], failed=True),
    ),
]


@many
@given(pair=st.sampled_from(REPLIES), data=st.data())
def test_a_damaged_frame(pair: tuple[wire.Request, wire.Reply], data: st.DataObject) -> None:
    """A reply of the kind that was asked for, or a WireError."""
    request, reply = pair
    frame = bytearray(codec.encode_reply(reply))
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(frame)))
        frame[start : start + data.draw(st.integers(0, 4))] = data.draw(st.binary(max_size=6))
    try:
        structure, tensors = codec.reply_lengths(bytes(frame[: codec.HEAD.size].ljust(codec.HEAD.size, b"\0")))
        body = bytes(frame[codec.HEAD.size :])
        arrived = codec.decode_reply(body[:structure], body[structure : structure + tensors], request)
    except wire.WireError:
        return
    assert isinstance(arrived, type(reply) | wire.Raised)
