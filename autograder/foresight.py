"""Requests that a criterion is going to make, sent before it makes them.

For given cases a criterion asks one submission for what it asked of the one before. So the requests of a
criterion that was passed are kept, and the next submission gets them some at a time ahead of need: its
process computes while the tests look at earlier replies, and nobody waits for a message to arrive. A reply is
used only if the request that is really made is the same in every bit; after the first other one, nothing is
foreseen for the rest of the criterion.

A criterion looks at nothing but replies. Where all of them are in every bit those of a submission that passed,
this one passes too, and the test need not run again: many right answers compute the same numbers.

Only calls of plain functions are foreseen. A call to a module can change it, and one that was foreseen and
not made would have changed it too.
"""

import hashlib
import time
from collections import deque
from dataclasses import dataclass, field
from typing import Any

import msgspec
import torch
from torch import Tensor

from autograder.sandbox import Child, ChildGone, Prepared, Unread
from autograder.sandbox.inside import codec, wire

AHEAD_SECONDS = 0.05  # of work for the student's process, not more: it is lost if the criterion fails
MAX_AHEAD = 64
MAX_PAUSE = 0.001  # seconds between two looks for replies
AT_ONCE = 8  # replies that are worth a look
MAX_SCRIPT_BYTES = 4 << 20
PATIENCE = 0.25  # seconds for all replies of a criterion; a slower answer is judged as they come
MAX_TRANSCRIPTS = 64


@dataclass
class Script:
    """The requests of one criterion, and the transcripts of replies that passed it."""

    requests: tuple[Prepared, ...]
    passed: set[bytes] = field(default_factory=set)

    def note_pass(self, transcript: bytes | None) -> None:
        """Remember that a submission with these replies passed; None for one whose replies were not all foreseen."""
        if transcript is not None and len(self.passed) < MAX_TRANSCRIPTS:
            self.passed.add(transcript)


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
        if isinstance(request, wire.Call | wire.Gradient):  # one object for all: cheap to compare
            message = msgspec.structs.replace(message, forbidden=request.forbidden)
        self.requests.append(Prepared(message, prepared.frame))
        self.size += len(prepared.frame)

    def script(self) -> Script | None:
        """What was kept; None if anything was left out."""
        return None if self.requests is None else Script(tuple(self.requests))


class Foresight:
    """The requests of one criterion to one child, sent ahead."""

    def __init__(self, requests: tuple[Prepared, ...], child: Child) -> None:
        self._requests, self._child = requests, child
        self._sent = self._made = self._arrived = 0
        self._seconds = AHEAD_SECONDS / 8  # that one request takes; a guess until the first reply
        self._unread: deque[Unread] = deque()
        self._digest = hashlib.sha256()

    def gather(self, seconds: float) -> None:
        """Let the child answer everything, for as long as `PATIENCE` lasts; `seconds` are one reply's limit."""
        end = time.monotonic() + PATIENCE
        while self._arrived < len(self._requests) and time.monotonic() < end:
            try:
                self._unread.append(self._arrival(seconds))
            except ChildGone:  # said again when the test asks for this reply: it may end before
                return

    @property
    def transcript(self) -> bytes | None:
        """A digest of all replies, once they are all here. None if the test asked for another one."""
        return self._digest.digest() if self._requests and self._arrived == len(self._requests) else None

    def reply(self, request: wire.Request, seconds: float) -> wire.Reply | None:
        """The reply to a request that was foreseen, None for any other. Raises ChildGone."""
        if self._made >= len(self._requests) or not alike(self._requests[self._made].message, request):
            self._requests = ()
            return None
        self._made += 1
        return self._child.read(self._unread.popleft() if self._unread else self._arrival(seconds))

    def _arrival(self, seconds: float) -> Unread:
        """The next reply, after sending what is due."""
        room = min(MAX_AHEAD, 1 + int(AHEAD_SECONDS / self._seconds))
        if self._child.awaited <= room // 2:  # some at a time: a message costs as much as many of them
            due = self._requests[self._sent : self._arrived + room]
            if due:
                self._child.ahead(due)
                self._sent += len(due)
        start = time.monotonic()
        pause = min(MAX_PAUSE, self._seconds * min(AT_ONCE, self._child.awaited))
        unread = self._child.next_unread(seconds, pause)
        # A slow average: one reply is waited for, and those that came meanwhile take no time.
        self._seconds = 0.95 * self._seconds + 0.05 * max(time.monotonic() - start, 1e-6)
        self._arrived += 1
        self._digest.update(unread.structure)
        self._digest.update(unread.tensors)
        return unread


def settle(child: Child, seconds: float) -> None:
    """Wait for replies that nobody wants any more. Raises ChildGone."""
    while child.awaited:
        child.next_unread(seconds)


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
    kind = type(first)
    if kind is not type(second):
        return False
    if issubclass(kind, Tensor):
        return bool(
            first.dtype is second.dtype
            and first.shape == second.shape
            and (first.stride() == second.stride() or (first.is_contiguous() and second.is_contiguous()))
            and torch.equal(first, second)
        )
    if kind is list:
        return len(first) == len(second) and all(map(alike, first, second))
    if kind is dict:
        return first.keys() == second.keys() and all(alike(first[key], second[key]) for key in first)
    if issubclass(kind, msgspec.Struct):
        return all(
            alike(getattr(first, name), getattr(second, name)) for name in kind.__struct_fields__ if name != "id"
        )
    return bool(first == second)
