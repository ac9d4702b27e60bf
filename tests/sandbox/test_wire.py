"""The wire is strict: whatever bytes come, the answer is a well-formed value or a WireError."""

import ast
import struct
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from msgspec.msgpack import Ext
from torch import Tensor

from autograder.sandbox.inside import codec, tensors, wire

INSIDE = Path(wire.__file__).parent
GET = wire.Get(id=1, name="x")
RETURNED = {"tag": "returned", "id": 1, "values": [1], "arguments": [], "rng_moved": False}


def split(frame: bytes) -> tuple[bytes, bytes]:
    """The two parts behind a frame's head."""
    structure, size = codec.HEAD.unpack(frame[: codec.HEAD.size])
    body = frame[codec.HEAD.size :]
    assert len(body) == structure + size
    return body[:structure], body[structure:]


def received(reply: wire.Reply, request: wire.Request = GET) -> wire.Reply:
    """A reply after its way over the wire."""
    return codec.decode_reply(*split(codec.encode_reply(reply)), request)


def sent(*args: Any) -> list[Any]:
    """Arguments after their way over the wire."""
    request = codec.decode_request(*split(codec.encode_request(wire.Call(id=1, name="f", args=list(args)))))
    assert isinstance(request, wire.Call)
    return request.args


def refused(structure: bytes, data: bytes = b"", request: wire.Request = GET) -> str:
    """The reason for which a reply is refused."""
    with pytest.raises(wire.WireError) as caught:
        codec.decode_reply(structure, data, request)
    return str(caught.value)


def holding(value: Any) -> bytes:
    """The message of a reply with this one value."""
    return msgspec.msgpack.encode(RETURNED | {"values": [value]})


@given(st.lists(st.integers(0, 4), max_size=4), st.sampled_from(tensors.DTYPES))
def test_tensors_round_trip(shape: list[int], dtype: torch.dtype) -> None:
    """Every dtype and shape, empty and scalar ones too."""
    tensor = (torch.rand(shape) * 3).to(dtype)
    reply = received(wire.Returned(id=1, values=[tensor]))
    assert isinstance(reply, wire.Returned)
    (arrived,) = reply.values
    assert arrived.dtype == dtype
    assert torch.equal(arrived, tensor)


@pytest.mark.parametrize(
    "view",
    [
        torch.arange(6.0).reshape(2, 3).T,
        torch.arange(24.0).reshape(4, 6)[1:, ::2],
        torch.arange(3.0).expand(5, 3),
        torch.arange(3).expand(2, 5, 3).transpose(0, 1),
        torch.tensor(True).expand(3, 3),
        torch.arange(8.0).unfold(0, 3, 1),
        torch.complex(torch.ones(2, 3), torch.ones(2, 3)).T.conj(),
        torch.zeros(0, 3).T,
    ],
    ids=["transposed", "strided", "expanded", "both", "one boolean", "overlapping", "conjugate", "empty"],
)
def test_requests_keep_the_layout(view: Tensor) -> None:
    """A function gets a view with the strides that the test gave it."""
    (arrived,) = sent(view)
    assert torch.equal(arrived, view)
    if view.numel():
        assert arrived.stride() == view.stride()


def test_an_expanded_tensor_travels_small() -> None:
    """A million equal numbers take the room of one."""
    assert len(codec.encode_request(wire.Call(id=1, name="f", args=[torch.ones(1).expand(1_000_000)]))) < 200


def test_tensors_that_arrive_share_no_memory() -> None:
    """Writing to one leaves the other alone, also where they were one before."""
    x = torch.zeros(3)
    first, second = sent(x, x)
    first += 1
    assert second.tolist() == [0.0, 0.0, 0.0]


def test_other_values_round_trip() -> None:
    """Plain values as they are, a tuple as a list, NaN as NaN."""
    values = [None, True, 0, -5, 2**64 - 1, 1.5, "é\0", [1, [2, {}]], {"a": [None]}, (1, 2)]
    assert sent(*values) == [*values[:-1], [1, 2]]
    (nan,) = sent(float("nan"))
    assert nan != nan
    handle, opaque = sent(wire.Handle(7, "Block"), wire.Opaque("set", "3 items"))
    assert (handle.id, handle.type_name) == (7, "Block")
    assert (opaque.type_name, opaque.text) == ("set", "3 items")


def test_what_no_frame_can_hold_is_told_before_it_is_written() -> None:
    """An expanded tensor of terabytes is refused by its size; so is a long list."""
    for one in (torch.ones(1), torch.ones(1, dtype=torch.complex64).conj()):
        message = f"{one.itemsize},000,000,000,000 bytes of tensors, more than the 67,108,864"
        with pytest.raises(wire.TooLarge, match=message):
            codec.encode_reply(wire.Returned(id=1, values=[one.expand(1_000_000, 1_000_000)]))
    with pytest.raises(wire.TooLarge, match="besides tensors"):
        codec.encode_reply(wire.Returned(id=1, values=[["x" * 1000] * 3000]))


def head(*numbers: int, dtype: int = 0, strided: int = 0, ndim: int = 1) -> Ext:
    """A tensor's head, as a child could forge it."""
    return Ext(codec.TENSOR, struct.pack(f"<BBB{len(numbers)}q", dtype, strided, ndim, *numbers))


@pytest.mark.parametrize(
    ("value", "data", "why"),
    [
        (Ext(codec.TENSOR, b""), b"", "without a head"),
        (Ext(codec.TENSOR, b"\0\0\1"), b"1234", "malformed"),
        (head(1, dtype=255), b"1234", "malformed"),
        (head(*[1] * 200, ndim=200), b"1234", "malformed"),
        (head(1, 1), b"1234", "malformed"),
        (head(1, 1, strided=1), b"1234", "malformed"),  # only requests have layouts
        (head(-1), b"", "out of range"),
        (head(2**62), b"", "out of range"),
        (head(2**31, 2**31, ndim=2), b"", "out of range"),
        (head(0, *[2**26] * 11, ndim=12), b"", "out of range"),
        (head(2), b"1234", "missing"),
        (head(1), b"12345678", "belong to no tensor"),
        (head(1, dtype=tensors.CODE_OF[torch.bool]), b"\2", "neither 0 nor 1"),
        ([head(0)] * 10_001, b"", "more than 10,000 tensors"),
        (1, b"1", "belong to no tensor"),
        (Ext(codec.OPAQUE, b"\1"), b"", "can't be read"),
        (Ext(codec.OPAQUE, msgspec.msgpack.encode(("a" * 101, ""))), b"", "can't be read"),
        (Ext(codec.HANDLE, msgspec.msgpack.encode(("x", "y"))), b"", "can't be read"),
        (Ext(99, b""), b"", "unknown kind"),
        (Ext(-1, b"\0\0\0\0"), b"", "unknown kind"),  # a time stamp
        (b"raw bytes", b"", "can't be read"),
        ({1: 2}, b"", "can't be read"),
        ([[[[[[[[[]]]]]]]]], b"", "can't be read"),
    ],
)
def test_malformed_values_are_refused(value: Any, data: bytes, why: str) -> None:
    """Each is a WireError, not a crash and not a value."""
    assert why in refused(holding(value), data)


@pytest.mark.parametrize(
    "structure",
    [
        b"",
        b"\xc1",
        b"\x91" * 100_000,
        msgspec.msgpack.encode(RETURNED | {"score": 10}),
        msgspec.msgpack.encode(RETURNED | {"tag": "passed"}),
        msgspec.msgpack.encode(RETURNED | {"values": "abc"}),
        msgspec.msgpack.encode(RETURNED | {"id": "1"}),
        msgspec.msgpack.encode(RETURNED | {"rng_moved": 1}),
        msgspec.msgpack.encode(RETURNED) + b"\0",
        msgspec.msgpack.encode({"tag": "raised", "id": 1, "kind": "k" * 101, "message": ""}),
        msgspec.msgpack.encode({"tag": "raised", "id": 1, "kind": "", "message": "m" * 4001}),
    ],
)
def test_malformed_messages_are_refused(structure: bytes) -> None:
    """No field too many, no other type, no text without bound."""
    assert "can't be read" in refused(structure)


@pytest.mark.parametrize(
    ("request_", "reply"),
    [
        (GET, wire.Returned(id=2, values=[1])),
        (GET, wire.Returned(id=1, values=[])),
        (GET, wire.Returned(id=1, values=[1, 2])),
        (GET, wire.Gradients(id=1, gradients=[])),
        (GET, wire.CellRan(id=1, outputs=[], failed=False)),
        (wire.RunCell(id=1, source=""), wire.Returned(id=1, values=[1])),
        (wire.Call(id=1, name="f", repeats=2), wire.Returned(id=1, values=[1])),
        (wire.Call(id=1, name="f", args=[1], observe=True), wire.Returned(id=1, values=[1])),
        (wire.Call(id=1, name="f", args=[1]), wire.Returned(id=1, values=[1], arguments=[1])),
        (wire.Gradient(id=1, name="f", args=[1.0], wrt=[0]), wire.Gradients(id=1, gradients=[])),
        (wire.Gradient(id=1, name="f", args=[1.0], wrt=[0]), wire.Gradients(id=1, gradients=[1.0])),
        (wire.Gradient(id=1, name="f"), wire.Gradients(id=1, gradients=[], parameters={"w": "x"})),
    ],
)
def test_the_reply_must_fit_the_request(request_: wire.Request, reply: wire.Reply) -> None:
    """Another id, another kind or another number of values is no answer."""
    refused(*split(codec.encode_reply(reply)), request=request_)


@pytest.mark.parametrize("lengths", [(wire.MAX_STRUCTURE + 1, 0), (0, wire.MAX_FRAME + 1), (2**32 - 1, 2**32 - 1)])
def test_an_overlong_frame_is_refused_by_its_head(lengths: tuple[int, int]) -> None:
    """Before a byte of it is read."""
    with pytest.raises(wire.WireError, match="a frame of"):
        codec.reply_lengths(codec.HEAD.pack(*lengths))


@given(st.binary(max_size=200), st.binary(max_size=20))
def test_random_bytes_never_raise_anything_else(structure: bytes, data: bytes) -> None:
    """They are a WireError: no random message has the right tag."""
    refused(structure, data)


@given(st.data())
def test_a_damaged_reply_is_a_reply_or_refused(data: st.DataObject) -> None:
    """One changed byte anywhere."""
    reply = wire.Returned(id=1, values=[[torch.ones(2, 3), wire.Opaque("x"), wire.Handle(1, "M"), {"a": None}]])
    frame = bytearray(codec.encode_reply(reply)[codec.HEAD.size :])
    position = data.draw(st.integers(0, len(frame) - 1))
    frame[position] = data.draw(st.integers(0, 255))
    try:
        arrived = codec.decode_reply(bytes(frame[:-24]), bytes(frame[-24:]), GET)
    except wire.WireError:
        return
    assert isinstance(arrived, wire.Returned | wire.Raised)


def test_the_largest_message_is_read_within_bounds() -> None:
    """Two MiB that ask for an object with every byte: refused or read, but not with gigabytes."""
    count = wire.MAX_STRUCTURE - 100
    structure = msgspec.msgpack.encode(RETURNED | {"values": [[{}] * count]})
    reply = codec.decode_reply(structure, b"", GET)
    assert isinstance(reply, wire.Returned)
    assert len(reply.values[0]) == count


def test_the_untrusted_side_imports_nothing_else_of_the_package() -> None:
    """Inside the sandbox there is nothing else, and nothing secret may come along."""
    allowed = {"torch", "numpy", "IPython", "msgspec", "traitlets"} | sys.stdlib_module_names
    for path in INSIDE.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            names: list[str] = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                assert node.level <= 1, f"{path.name} imports from outside its folder"
                names = [node.module or ""] if node.level == 0 else []
            for name in names:
                assert name.split(".")[0] in allowed, f"{path.name} imports {name}"
