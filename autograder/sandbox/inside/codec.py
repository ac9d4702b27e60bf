"""Frames: a head with two lengths, then a message in msgpack, then the raw bytes of its tensors.

This is the one place where what a student's process sends becomes objects of ours. The message is checked
against the types in `wire` and bounded by itself: msgpack can ask for an object with every byte, and 64 MiB
of them would not fit into memory.
"""

import struct
from typing import Any, TypeVar

import msgspec
from msgspec.msgpack import Decoder, Encoder, Ext
from torch import Tensor

from . import wire
from .tensors import TensorReader, TensorWriter
from .wire import WireError

HEAD = struct.Struct("<II")  # bytes of the message, bytes of tensors
TENSOR, OPAQUE, HANDLE = 1, 2, 3  # msgpack extension codes

_HOLDING = (list, dict, Ext)  # what may hold an extension value

_opaque = Decoder(tuple[wire.Name, wire.Name])
_handle = Decoder(tuple[int, wire.Name])
_request = Decoder(wire.Request)
_reply = {request: Decoder(reply) for request, reply in wire.REPLY_TYPES.items()}
_ready = Decoder(wire.Ready)

_M = TypeVar("_M", bound=msgspec.Struct)


def encode_request(message: wire.Request) -> bytes:
    """A request's frame. Tensors keep their strides: a test may want to send a view. Raises TooLarge."""
    return _encode(message, TensorWriter(keep_layout=True), wire.MAX_FRAME)


def encode_reply(message: wire.Reply | wire.Ready) -> bytes:
    """A reply's frame. Raises TooLarge, or TypeError for values that did not go through `sendable`."""
    return _encode(message, TensorWriter(keep_layout=False), wire.MAX_STRUCTURE)


def _encode(message: msgspec.Struct, writer: TensorWriter, most: int) -> bytes:
    def hook(value: Any) -> Ext:
        if isinstance(value, Tensor):
            return Ext(TENSOR, writer.head(value))
        if isinstance(value, wire.Opaque):
            return Ext(OPAQUE, msgspec.msgpack.encode((value.type_name[:100], value.text[:100])))
        if isinstance(value, wire.Handle):
            return Ext(HANDLE, msgspec.msgpack.encode((value.id, value.type_name[:100])))
        raise TypeError(f"a {type(value).__name__} can't be sent")

    structure = Encoder(enc_hook=hook).encode(message)
    if len(structure) > most:
        raise wire.TooLarge(f"{len(structure):,} bytes besides tensors, more than the {most:,} that can be sent")
    return b"".join([HEAD.pack(len(structure), writer.size), structure, *writer.pieces])


def reply_lengths(head: bytes) -> tuple[int, int]:
    """The two lengths that a reply's head announces. Raises WireError where they are out of bounds."""
    structure, tensors = HEAD.unpack(head)
    if structure > wire.MAX_STRUCTURE or tensors > wire.MAX_FRAME:
        raise WireError(f"a frame of {structure + tensors:,} bytes")
    return structure, tensors


def parts(frame: bytes) -> tuple[bytes, bytes]:
    """The message of a whole frame, and the bytes of its tensors."""
    structure, _ = HEAD.unpack_from(frame)
    return frame[HEAD.size : HEAD.size + structure], frame[HEAD.size + structure :]


def decode_request(structure: bytes, tensors: bytes) -> wire.Request:
    """A request from its frame. The grader sent it: no check beyond its types."""
    return _with_values(_request.decode(structure), TensorReader(tensors, strided=True))


def decode_reply(structure: bytes, tensors: bytes, request: wire.Request) -> wire.Reply:
    """The reply to `request` from its frame. Raises WireError for anything else, whatever the bytes are."""
    try:
        reply: wire.Reply = _reply[type(request)].decode(structure)
        reply = _with_values(reply, TensorReader(tensors, strided=False))
    except WireError:
        raise
    except Exception as error:  # hostile bytes: whatever they provoke is their sender's doing
        raise WireError(f"a reply that can't be read: {type(error).__name__}") from None
    _check_answers(reply, request)
    return reply


def decode_ready(structure: bytes, tensors: bytes) -> None:
    """Check the greeting of a child. Raises WireError."""
    try:
        _ready.decode(structure)
    except msgspec.MsgspecError:
        raise WireError("no greeting") from None
    if tensors:
        raise WireError("no greeting")


def _with_values(message: _M, reader: TensorReader) -> _M:
    """The message with its extension values decoded, in the order in which they were written."""
    decoded = {}
    for field in message.__struct_fields__:
        value = getattr(message, field)
        if type(value) in _HOLDING and field != "forbidden":  # those are names and nothing else
            decoded[field] = _decoded(value, reader)
    reader.finish()
    return msgspec.structs.replace(message, **decoded)


def _decoded(value: Any, reader: TensorReader) -> Any:
    kind = type(value)  # msgspec makes no subclasses
    if kind is list:
        return [_decoded(item, reader) for item in value]
    if kind is dict:
        return {key: _decoded(item, reader) for key, item in value.items()}
    if kind is not Ext:
        return value
    if value.code == TENSOR:
        return reader.tensor(bytes(value.data))
    if value.code == OPAQUE:
        return wire.Opaque(*_opaque.decode(value.data))
    if value.code == HANDLE:
        return wire.Handle(*_handle.decode(value.data))
    raise WireError("a value of an unknown kind")


def _check_answers(reply: wire.Reply, request: wire.Request) -> None:
    """Raise WireError unless the reply has the request's id and as many values as were asked for."""
    if reply.id != request.id:
        raise WireError("a reply to another request")
    fits = True
    match request, reply:
        case wire.Get(), wire.Returned():
            fits = len(reply.values) == 1 and not reply.arguments
        case wire.Call(), wire.Returned():
            fits = len(reply.values) == request.repeats and len(reply.arguments) == len(request.args) * request.observe
        case wire.Gradient(), wire.Gradients():
            found = [*reply.gradients, *reply.parameters.values()]
            fits = len(reply.gradients) == len(request.wrt) and all(
                gradient is None or isinstance(gradient, Tensor) for gradient in found
            )
    if not fits:
        raise WireError("a reply of another shape than was asked for")
