"""The messages between the grader and a child. `codec` turns them into frames and back.

Nothing is ever pickled. Each request has an id, each reply carries it, and each kind of request has its own
kind of reply. Decoding is strict: a field too many, a text too long or a value of another kind is an error.
"""

from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from msgspec.msgpack import Ext

MAX_FRAME = 64 << 20  # bytes of a frame, tensors included
MAX_STRUCTURE = 2 << 20  # bytes without the tensors' data; bounds how many objects a frame can ask for
MAX_DEPTH = 8  # of nested lists and dicts
MAX_KINDS = 20  # of an exception
MAX_TEXT = 4_000  # characters of a message
OUT_OF_MEMORY = 98  # exit code of a child that has no memory left to go on with

Name = Annotated[str, msgspec.Meta(max_length=100)]
Text = Annotated[str, msgspec.Meta(max_length=MAX_TEXT)]


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


if TYPE_CHECKING:
    # None, bool, int, float, str, Tensor, Opaque, Handle, and lists and dicts of these.
    Value = Any
else:
    # Tensors, Opaque and Handle are extension values; msgspec has no recursive types, so write the depth out.
    Value = None | bool | int | float | str | Ext
    for _ in range(MAX_DEPTH):
        Value = None | bool | int | float | str | Ext | list[Value] | dict[str, Value]


class _Message(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="tag"):
    id: int


class RunCell(_Message, frozen=True, tag="run_cell"):
    """Run one cell as Jupyter would."""

    source: str


class Get(_Message, frozen=True, tag="get"):
    """The value of a global."""

    name: str


class Call(_Message, frozen=True, tag="call"):
    """Call a global, or a method of `target`, `repeats` times with the same argument objects.

    `forbidden` are dotted names of PyTorch functions that the call may not use. With `observe` the reply tells
    what the call left behind.
    """

    name: str
    args: list[Value] = []
    kwargs: dict[str, Value] = {}
    target: Value = None  # a Handle
    seed: int = 0
    repeats: int = 1
    observe: bool = False
    forbidden: list[str] = []


class Gradient(_Message, frozen=True, tag="gradient"):
    """Forward, then backward of Σ⟨cotangent, output⟩ to the arguments at the positions `wrt`.

    With a `target` that is a module, to its parameters too. A cotangent of None leaves its output out.
    """

    name: str
    args: list[Value] = []
    kwargs: dict[str, Value] = {}
    target: Value = None
    seed: int = 0
    wrt: list[int] = []
    cotangents: list[Value] = []
    forbidden: list[str] = []


Request = RunCell | Get | Call | Gradient


class Stream(msgspec.Struct, frozen=True, tag="stream", tag_field="tag", forbid_unknown_fields=True):
    """Text on stdout or stderr."""

    name: Literal["stdout", "stderr"]
    text: str


class Display(msgspec.Struct, frozen=True, tag="display", tag_field="tag", forbid_unknown_fields=True):
    """Something shown, by MIME type; `is_result` for the value of a cell's last expression."""

    data: dict[Name, str]
    is_result: bool


class Error(msgspec.Struct, frozen=True, tag="error", tag_field="tag", forbid_unknown_fields=True):
    """An exception that ended a cell."""

    kind: Name
    message: Text
    traceback: list[Text]


Output = Stream | Display | Error


class CellRan(_Message, frozen=True, tag="cell_ran"):
    """Reply to RunCell."""

    outputs: list[Output]
    failed: bool


class Returned(_Message, frozen=True, tag="returned"):
    """Reply to Get and Call: one value per repeat.

    Where it was to be observed, `arguments` are the positional arguments as they are afterwards, and `rng_moved`
    is whether torch's global generator was drawn from.
    """

    values: list[Value]
    arguments: list[Value] = []
    rng_moved: bool = False


class Gradients(_Message, frozen=True, tag="gradients"):
    """Reply to Gradient: None where no gradient arrived. `parameters` is by name, for a module."""

    gradients: list[Value]
    parameters: dict[str, Value] = {}


class Raised(_Message, frozen=True, tag="raised"):
    """Reply to any request whose student code raised. `where` is a place in the student's own cells, or empty."""

    kind: Name  # the exception's type
    message: Text
    where: Text = ""
    kinds: Annotated[list[Name], msgspec.Meta(max_length=MAX_KINDS)] = []  # its type and those that it derives from


class Ready(_Message, frozen=True, tag="ready"):
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


class TooLarge(ValueError):
    """A message that no frame can hold."""
