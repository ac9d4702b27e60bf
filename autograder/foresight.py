"""Requests that a criterion is going to make, sent before it makes them.

For given cases a criterion asks one submission for what it asked of the one before. So the requests of a
criterion that was passed are kept, and the next submission gets them some at a time ahead of need: its
process computes while the tests look at earlier replies, and nobody waits for a message to arrive. A reply is
used only if the request that is really made is the same in every bit; after the first other one, nothing is
foreseen for the rest of the criterion.

Only calls of plain functions are foreseen. A call to a module can change it, and one that was foreseen and
not made would have changed it too.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import Tensor

from autograder.sandbox import Child, Prepared
from autograder.sandbox.inside import codec, wire

AHEAD_SECONDS = 0.05  # of work for the student's process, not more: it is lost if the criterion fails
MAX_AHEAD = 64
MAX_SCRIPT_BYTES = 4 << 20

Script = tuple[Prepared, ...]


@dataclass
class Recorder:
    """Keeps the requests of one criterion, as long as they can be foreseen."""

    requests: list[Prepared] | None = field(default_factory=list)
    size: int = 0

    def note(self, request: wire.Request, reply: wire.Reply) -> None:
        """Keep a request that was made, unless it or another one of this criterion can't be foreseen."""
        if self.requests is None:
            return
        if not _is_plain(request, reply) or self.size > MAX_SCRIPT_BYTES:
            self.requests = None
            return
        prepared = Child.prepared(request)
        # Read back from its bytes: a test may change a tensor after it was sent.
        message = codec.decode_request(*codec.parts(prepared.frame))
        self.requests.append(Prepared(message, prepared.frame))
        self.size += len(prepared.frame)

    def script(self) -> Script | None:
        """What was kept; None if anything was left out."""
        return None if self.requests is None else tuple(self.requests)


class Foresight:
    """The requests of one criterion to one child, sent ahead."""

    def __init__(self, script: Script) -> None:
        self._script = script
        self._sent = self._made = 0
        self._seconds = AHEAD_SECONDS / 8  # that one request takes; a guess until the first reply

    @property
    def begun(self) -> bool:
        """Whether anything was sent ahead."""
        return self._sent > 0

    def reply(self, child: Child, request: wire.Request, seconds: float) -> wire.Reply | None:
        """The reply to a request that was foreseen, None for any other. Raises ChildGone."""
        if self._made >= len(self._script) or not alike(self._script[self._made].message, request):
            self._script = ()
            return None
        room = min(MAX_AHEAD, 1 + int(AHEAD_SECONDS / self._seconds))
        if child.awaited <= room // 2:  # some at a time: a message costs as much as many of them
            for prepared in self._script[self._sent : self._made + room]:
                child.ahead(prepared)
                self._sent += 1
        start = time.monotonic()
        reply = child.next_reply(seconds)
        self._made += 1
        self._seconds = 0.8 * self._seconds + 0.2 * max(time.monotonic() - start, 1e-6)
        return reply


def settle(child: Child, seconds: float) -> None:
    """Wait for replies that nobody wants any more. Raises ChildGone."""
    while child.awaited:
        child.next_reply(seconds)


def _is_plain(request: wire.Request, reply: wire.Reply) -> bool:
    """Whether a call neither uses nor makes a module of the student's."""
    if isinstance(request, wire.Get):
        return True
    if isinstance(request, wire.RunCell) or request.target is not None or _holds_handle([request.args, request.kwargs]):
        return False
    return not (isinstance(reply, wire.Returned) and _holds_handle(reply.values))


def _holds_handle(value: Any) -> bool:
    if isinstance(value, list):
        return any(map(_holds_handle, value))
    if isinstance(value, dict):
        return any(map(_holds_handle, value.values()))
    return isinstance(value, wire.Handle)


def alike(first: Any, second: Any) -> bool:
    """Whether two requests, or values in them, are the same but for ids; dtypes and layouts of tensors count."""
    if first is second:
        return True
    if type(first) is not type(second):
        return False
    if isinstance(first, Tensor):
        return (
            first.dtype is second.dtype
            and first.shape == second.shape
            and first.stride() == second.stride()
            and torch.equal(first, second)
        )
    if isinstance(first, wire.Get | wire.Call | wire.Gradient):
        return all(
            alike(getattr(first, name), getattr(second, name)) for name in first.__struct_fields__ if name != "id"
        )
    if isinstance(first, dict):
        return first.keys() == second.keys() and all(alike(first[key], second[key]) for key in first)
    if isinstance(first, Sequence) and not isinstance(first, str):
        return len(first) == len(second) and all(map(alike, first, second))
    return bool(first == second)
