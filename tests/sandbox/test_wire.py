"""The wire is strict: whatever bytes come, the answer is a well-formed value or a WireError."""

import ast
import struct
from contextlib import suppress
from pathlib import Path

import msgspec
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from autograder.sandbox.inside import wire

INSIDE = Path(wire.__file__).parent
GET = wire.Get(id=1, name="x")


def ext_reply(code: int, data: bytes) -> bytes:
    """A reply to GET that holds one extension value."""
    value = msgspec.msgpack.Ext(code, data)
    return msgspec.msgpack.encode({"tag": "returned", "id": 1, "values": [value], "arguments": [], "rng_moved": False})


@pytest.mark.parametrize(
    ("code", "data"),
    [
        (wire.CONTIGUOUS, b""),
        (wire.CONTIGUOUS, b"\xff\x00"),  # no such dtype
        (wire.CONTIGUOUS, struct.pack("<BB", 0, 200)),  # 200 axes
        (wire.CONTIGUOUS, struct.pack("<BBq", 0, 1, -1)),
        (wire.CONTIGUOUS, struct.pack("<BBq", 0, 1, 2**62)),
        (wire.CONTIGUOUS, struct.pack("<BBqq", 0, 2, 2**31, 2**31)),
        (wire.CONTIGUOUS, struct.pack("<BBq", 0, 1, 2) + b"1234"),  # too few bytes
        (wire.CONTIGUOUS, struct.pack("<BBqqqq", 0, 4, 0, 2**26, 2**26, 2**26)),  # strides overflow, no bytes
        (wire.CONTIGUOUS, struct.pack("<BBq", 9, 1, 1) + b"\x02"),  # a boolean of 2
        (wire.STRIDED, struct.pack("<BBqq", 0, 1, 1, 1) + b"1234"),  # only requests have layouts
        (wire.OPAQUE, b"\x01"),
        (wire.HANDLE, b"\x92\xa1x\xa1y"),
        (99, b""),
    ],
)
def test_malformed_values_are_refused(code: int, data: bytes) -> None:
    """Each is a WireError, not a crash and not a value."""
    with pytest.raises(wire.WireError):
        wire.decode_reply(ext_reply(code, data), GET)


def test_the_reply_must_fit_the_request() -> None:
    """Another kind of reply, another id or an unknown field is refused."""
    good = wire.encode_reply(wire.Returned(id=1, values=[1]))
    assert wire.decode_reply(good, GET).id == 1
    for body in (
        wire.encode_reply(wire.Returned(id=2, values=[1])),
        wire.encode_reply(wire.Gradients(id=1, gradients=[])),
        wire.encode_reply(wire.CellRan(id=1, outputs=[], failed=False)),
        msgspec.msgpack.encode({"tag": "returned", "id": 1, "values": [], "score": 10}),
        msgspec.msgpack.encode({"tag": "returned", "id": 1, "values": "abc"}),
        good + b"\x00",
    ):
        with pytest.raises(wire.WireError):
            wire.decode_reply(body, GET)


def test_a_reply_holds_as_many_values_as_were_asked_for() -> None:
    """None or too many would otherwise raise on our side, and look like our fault."""
    twice = wire.Call(id=1, name="f", repeats=2)
    for values in ([], [1], [1, 2, 3]):
        with pytest.raises(wire.WireError, match="another number of values"):
            wire.decode_reply(wire.encode_reply(wire.Returned(id=1, values=values)), twice)
    gradient = wire.Gradient(id=1, name="f", wrt=[0, 1])
    with pytest.raises(wire.WireError, match="another number of gradients"):
        wire.decode_reply(wire.encode_reply(wire.Gradients(id=1, gradients=[None])), gradient)


@given(st.binary(max_size=200))
def test_random_bytes_never_raise_anything_else(body: bytes) -> None:
    """A reply or a WireError."""
    with suppress(wire.WireError):
        wire.decode_reply(body, GET)


@given(st.lists(st.integers(0, 4), max_size=4), st.sampled_from(wire.DTYPES))
def test_tensors_round_trip(shape: list[int], dtype: torch.dtype) -> None:
    """Every dtype and shape, empty and scalar ones too."""
    tensor = (torch.rand(shape) * 3).to(dtype)
    body = wire.encode_reply(wire.Returned(id=1, values=[tensor]))
    reply = wire.decode_reply(body, GET)
    assert isinstance(reply, wire.Returned)
    (received,) = reply.values
    assert received.dtype == dtype
    assert torch.equal(received, tensor)


def test_the_untrusted_side_imports_nothing_else_of_the_package() -> None:
    """Inside the sandbox there is nothing else, and nothing secret may come along."""
    allowed = {"torch", "numpy", "IPython", "msgspec", "traitlets"}
    for path in INSIDE.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                assert node.level <= 1, f"{path.name} imports from outside its folder"
                names = [node.module or ""] if node.level == 0 else []
            for name in names:
                top = name.split(".")[0]
                assert top in allowed or top in __import__("sys").stdlib_module_names, f"{path.name} imports {name}"
