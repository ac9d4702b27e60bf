"""The wire between the grader and a child: length-prefixed msgpack frames of strict, bounded messages.

Nothing is ever unpickled. Tensors travel as dtype, shape and raw bytes. Each request has an id, each reply
carries it, and each kind of request has its own kind of reply.
"""

import math
import struct
from typing import Any

import msgspec
import torch
from torch import Tensor

MAX_FRAME = 64 << 20  # bytes
MAX_NDIM = 12
MAX_DEPTH = 8  # of nested lists and dicts
HEADER = struct.Struct("<I")

DTYPES = (
    torch.float32,
    torch.float64,
    torch.float16,
    torch.bfloat16,
    torch.int64,
    torch.int32,
    torch.int16,
    torch.int8,
    torch.uint8,
    torch.bool,
    torch.complex64,
    torch.complex128,
)
CODE_OF = {dtype: code for code, dtype in enumerate(DTYPES)}
CONTIGUOUS, STRIDED, OPAQUE, HANDLE = 1, 2, 3, 4  # msgpack extension codes


class Opaque:
    """A value that can't travel: the name of its type, and for arrays their shape and dtype."""

    # Not a Struct: msgspec would write that as a map, and a map is a student's dict.
    __slots__ = ("text", "type_name")

    def __init__(self, type_name: str, text: str = "") -> None:
        self.type_name, self.text = type_name, text


class Handle:
    """An object that stays in the child, named by a number."""

    __slots__ = ("id", "type_name")

    def __init__(self, id: int, type_name: str) -> None:
        self.id, self.type_name = id, type_name


class _Message(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="tag"):
    id: int


class RunCell(_Message, frozen=True, kw_only=True, tag="run_cell"):
    """Run one cell as Jupyter would."""

    source: str


class Get(_Message, frozen=True, kw_only=True, tag="get"):
    """The value of a global."""

    name: str


class Call(_Message, frozen=True, kw_only=True, tag="call"):
    """Call a global, or a method of `target`, `repeats` times with the same argument objects."""

    name: str
    args: list[Any] = []
    kwargs: dict[str, Any] = {}
    target: Any = None  # a Handle
    seed: int = 0
    repeats: int = 1
    forbidden: list[str] = []


class Gradient(_Message, frozen=True, kw_only=True, tag="gradient"):
    """Forward, then backward of Σ⟨cotangent, output⟩ to the arguments at the positions `wrt`.

    With a `target` that is a module, to its parameters too.
    """

    name: str
    args: list[Any] = []
    kwargs: dict[str, Any] = {}
    target: Any = None
    seed: int = 0
    wrt: list[int] = []
    cotangents: list[Any] = []  # Tensor or None for each output
    forbidden: list[str] = []


Request = RunCell | Get | Call | Gradient


class Stream(msgspec.Struct, frozen=True, tag="stream", tag_field="tag", forbid_unknown_fields=True):
    """Text on stdout or stderr."""

    name: str
    text: str


class Display(msgspec.Struct, frozen=True, tag="display", tag_field="tag", forbid_unknown_fields=True):
    """Something shown, by MIME type; `is_result` for the value of a cell's last expression."""

    data: dict[str, str]
    is_result: bool


class Error(msgspec.Struct, frozen=True, tag="error", tag_field="tag", forbid_unknown_fields=True):
    """An exception that ended a cell."""

    kind: str
    message: str
    traceback: list[str]


Output = Stream | Display | Error


class CellRan(_Message, frozen=True, kw_only=True, tag="cell_ran"):
    """Reply to RunCell."""

    outputs: list[Output]
    failed: bool


class Returned(_Message, frozen=True, kw_only=True, tag="returned"):
    """Reply to Get and Call: one value per repeat, the arguments as they are afterwards."""

    values: list[Any]
    arguments: list[Any] = []
    rng_moved: bool = False


class Gradients(_Message, frozen=True, kw_only=True, tag="gradients"):
    """Reply to Gradient: None where no gradient arrived. `parameters` is by name, for a module."""

    gradients: list[Any]
    parameters: dict[str, Any] = {}


class Raised(_Message, frozen=True, kw_only=True, tag="raised"):
    """Reply to any request whose student code raised. `where` is a place in the student's own cells, or empty."""

    kind: str  # the exception's type
    message: str
    where: str = ""


class Ready(_Message, frozen=True, kw_only=True, tag="ready"):
    """Sent once, unasked, when the child is isolated and waits for requests."""


Reply = CellRan | Returned | Gradients | Raised

REPLY_TYPES: dict[type[Any], Any] = {
    RunCell: CellRan,
    Get: Returned | Raised,
    Call: Returned | Raised,
    Gradient: Gradients | Raised,
}


class WireError(ValueError):
    """A frame that is not what it must be."""


def pack_tensor(tensor: Tensor, *, keep_layout: bool = False) -> msgspec.msgpack.Ext:
    """A dense tensor as an extension value; with its strides if they are to arrive as they are."""
    tensor = tensor.detach()
    dtype, shape = CODE_OF[tensor.dtype], tuple(tensor.shape)
    head = struct.pack(f"<BB{len(shape)}q", dtype, len(shape), *shape)
    if keep_layout and not tensor.is_contiguous() and tensor.numel():
        extent = 1 + sum((size - 1) * stride for size, stride in zip(shape, tensor.stride(), strict=True))
        storage = tensor.as_strided((extent,), (1,))
        head += struct.pack(f"<{len(shape)}q", *tensor.stride())
        return msgspec.msgpack.Ext(STRIDED, head + _raw(storage))
    return msgspec.msgpack.Ext(CONTIGUOUS, head + _raw(tensor))


def _raw(tensor: Tensor) -> bytes:
    if not tensor.numel():
        return b""
    tensor = tensor.resolve_conj().resolve_neg().contiguous()
    return bytes(tensor.reshape(-1).view(torch.uint8).numpy().data)


def unpack_tensor(code: int, data: memoryview) -> Tensor:
    """The tensor of an extension value. Raises WireError for anything but exactly one well-formed tensor."""
    if len(data) < 2 or data[0] >= len(DTYPES) or data[1] > MAX_NDIM:
        raise WireError("bad tensor header")
    dtype, ndim = DTYPES[data[0]], data[1]
    fields = 2 * ndim if code == STRIDED else ndim
    start = 2 + 8 * fields
    if len(data) < start:
        raise WireError("short tensor header")
    numbers = struct.unpack_from(f"<{fields}q", data, 2)
    shape, strides = numbers[:ndim], numbers[ndim:]
    if any(number < 0 or number > MAX_FRAME for number in numbers):
        raise WireError("a size out of range")
    numel = math.prod(shape)
    if code == STRIDED:
        extent = 1 + sum((size - 1) * stride for size, stride in zip(shape, strides, strict=True)) if numel else 0
    else:
        extent = numel
    raw = data[start:]
    if extent * dtype.itemsize != len(raw):
        raise WireError("a tensor's bytes don't fit its shape")
    if not numel:
        return torch.empty(shape, dtype=dtype)
    if dtype is torch.bool and max(raw) > 1:
        raise WireError("a boolean that is neither 0 nor 1")
    flat = torch.frombuffer(bytearray(raw), dtype=dtype)
    return flat.as_strided(shape, strides) if code == STRIDED else flat.reshape(shape)


def _ext_hook(code: int, data: memoryview) -> Any:
    if code in (CONTIGUOUS, STRIDED):
        return unpack_tensor(code, data)
    if code == OPAQUE:
        return Opaque(*msgspec.msgpack.decode(data, type=tuple[str, str]))
    if code == HANDLE:
        return Handle(*msgspec.msgpack.decode(data, type=tuple[int, str]))
    raise WireError("unknown extension")


def _reply_ext_hook(code: int, data: memoryview) -> Any:
    """Replies hold contiguous tensors only."""
    if code == STRIDED:
        raise WireError("unexpected layout")
    return _ext_hook(code, data)


def _enc_hook(value: Any, *, keep_layout: bool = False) -> Any:
    if isinstance(value, Tensor):
        return pack_tensor(value, keep_layout=keep_layout)
    if isinstance(value, Opaque):
        return msgspec.msgpack.Ext(OPAQUE, msgspec.msgpack.encode((value.type_name, value.text)))
    if isinstance(value, Handle):
        return msgspec.msgpack.Ext(HANDLE, msgspec.msgpack.encode((value.id, value.type_name)))
    raise TypeError(f"a {type(value).__name__} can't be sent")


def _request_enc_hook(value: Any) -> Any:
    """Requests keep the layout of their tensors: a test may want to send a view."""
    return _enc_hook(value, keep_layout=True)


_encode_request = msgspec.msgpack.Encoder(enc_hook=_request_enc_hook).encode
_encode_reply = msgspec.msgpack.Encoder(enc_hook=_enc_hook).encode
_request_decoder = msgspec.msgpack.Decoder(Request, ext_hook=_ext_hook)
_reply_decoders = {
    request: msgspec.msgpack.Decoder(reply, ext_hook=_reply_ext_hook) for request, reply in REPLY_TYPES.items()
}
_ready_decoder = msgspec.msgpack.Decoder(Ready)


def encode_request(message: Request) -> bytes:
    """A request's frame body."""
    return _encode_request(message)


def decode_request(body: bytes) -> Request:
    """A request from its frame body."""
    return _request_decoder.decode(body)


def encode_reply(message: Reply | Ready) -> bytes:
    """A reply's frame body. Values must have gone through `sendable` before."""
    return _encode_reply(message)


def decode_reply(body: bytes, request: Request) -> Reply:
    """The reply to `request` from its frame body. Raises WireError for anything else, whatever the bytes are."""
    try:
        reply: Reply = _reply_decoders[type(request)].decode(body)
    except (msgspec.MsgspecError, ValueError, RuntimeError, OverflowError, MemoryError) as error:
        # RuntimeError: PyTorch refuses sizes whose strides overflow, even where one of them is 0.
        raise WireError(f"a reply that can't be read ({type(error).__name__})") from None
    if reply.id != request.id:
        raise WireError("a reply to another request")
    if isinstance(reply, Returned) and len(reply.values) != getattr(request, "repeats", 1):
        raise WireError("another number of values than calls")
    if isinstance(reply, Gradients) and isinstance(request, Gradient) and len(reply.gradients) != len(request.wrt):
        raise WireError("another number of gradients than were asked for")
    return reply


def decode_ready(body: bytes) -> None:
    """Check the greeting of a child. Raises WireError."""
    try:
        _ready_decoder.decode(body)
    except (msgspec.MsgspecError, ValueError) as error:
        raise WireError("no greeting") from error
