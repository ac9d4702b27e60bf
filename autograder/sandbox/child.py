"""One child: requests to the process that holds a submission, and the certainty that it ends."""

import itertools
import os
import select
import signal
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from types import TracebackType
from typing import Any

import msgspec

from autograder.sandbox.connection import Connection
from autograder.sandbox.faults import BrokeProtocol, ChildGone, Crashed, SandboxFailed, TimedOut
from autograder.sandbox.inside import codec, wire
from autograder.sandbox.level import Limits

LAST_BREATH = 1.0  # seconds between a process closing its end of the connection and its end


@dataclass(frozen=True, kw_only=True)
class Process:
    """A child's process. Its `pid` is the zygote's name for it, and this system's too where it has its own group.

    That is at level none, where the code may have started other processes. At the other levels the pidfd
    alone names it here.
    """

    pid: int
    pidfd: int | None
    own_group: bool

    def kill(self) -> None:
        """End it, and what it started."""
        if self.pidfd is not None:
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self.pidfd, signal.SIGKILL)
        if self.own_group:
            for kill in (os.kill, os.killpg):
                with suppress(ProcessLookupError, PermissionError):
                    kill(self.pid, signal.SIGKILL)

    def ended(self, seconds: float) -> bool:
        """Whether it ends by itself within this time; True where that can't be told."""
        if self.pidfd is None:
            return True
        poll = select.poll()
        poll.register(self.pidfd, select.POLLIN)
        return bool(poll.poll(seconds * 1000))

    def forget(self) -> None:
        """Give the descriptor back."""
        if self.pidfd is not None:
            os.close(self.pidfd)


@dataclass(frozen=True)
class Prepared:
    """A request and its frame."""

    message: wire.Request
    frame: bytes


@dataclass(frozen=True)
class Unread:
    """A reply as it arrived, with the request that it should answer."""

    message: wire.Request
    structure: bytes
    tensors: bytes


_ids = itertools.count(1 << 40)  # of requests that are prepared for any child: beyond all that one counts itself


class Child:
    """A process that holds one submission. Once it is gone, every request raises the same ChildGone again."""

    def __init__(
        self, connection: Connection, process: Process, limits: Limits, how_it_ended: Callable[[int], str]
    ) -> None:
        self._connection, self._process, self._limits = connection, process, limits
        self._how_it_ended = how_it_ended
        self._last_id = 0
        self._awaited: deque[wire.Request] = deque()
        self._end: Exception | None = None

    @property
    def gone(self) -> bool:
        """Whether the process has ended."""
        return self._end is not None

    def run_cell(self, source: str) -> wire.CellRan:
        """Run one cell. Raises ChildGone."""
        reply = self.request(wire.RunCell(id=0, source=source), self._limits.cell_seconds)
        assert isinstance(reply, wire.CellRan)
        return reply

    def call(self, name: str, *args: Any, seconds: float | None = None, **kwargs: Any) -> wire.Returned | wire.Raised:
        """Call a global once, with seed 0. Raises ChildGone."""
        request = wire.Call(id=0, name=name, args=list(args), kwargs=kwargs)
        reply = self.request(request, self._limits.call_seconds if seconds is None else seconds)
        assert isinstance(reply, wire.Returned | wire.Raised)
        return reply

    def request(self, message: wire.Request, seconds: float) -> wire.Reply:
        """Send one request, whose id is set here, and wait for its reply. Raises ChildGone."""
        self._last_id += 1
        message = msgspec.structs.replace(message, id=self._last_id)
        self.ahead([Prepared(message, codec.encode_request(message))])
        return self.next_reply(seconds)

    @staticmethod
    def prepared(message: wire.Request) -> "Prepared":
        """A request with an id of its own, encoded. It can be sent to any child, and to several."""
        message = msgspec.structs.replace(message, id=next(_ids))
        return Prepared(message, codec.encode_request(message))

    def ahead(self, requests: Sequence["Prepared"]) -> None:
        """Send requests; `next_reply` waits for the replies, in the same order. Raises ChildGone."""
        if self._end is not None:
            raise self._end
        try:
            if not self._awaited:
                self._connection.expect_silence()
            self._connection.send(b"".join(request.frame for request in requests))
        except (wire.WireError, EOFError, ConnectionError) as error:
            if not self._awaited:  # else the replies that came before its end are still to be read
                self._broke_off(error)
        self._awaited.extend(request.message for request in requests)

    def next_reply(self, seconds: float) -> wire.Reply:
        """Wait for the reply to the oldest request that has none. Raises ChildGone."""
        return self.read(self.next_unread(seconds))

    def next_unread(self, seconds: float, pause: float = 0.0) -> "Unread":
        """The same without looking into the reply, nor for it before a `pause` in seconds. Raises ChildGone."""
        if self._end is not None:
            raise self._end
        message = self._awaited.popleft()
        try:
            return Unread(message, *self._connection.receive(time.monotonic() + seconds, pause))
        except TimeoutError:
            self._end_with(TimedOut(seconds))
        except (wire.WireError, EOFError, ConnectionError) as error:
            self._broke_off(error)
        assert self._end is not None
        raise self._end

    def read(self, unread: "Unread") -> wire.Reply:
        """What a reply says. Raises ChildGone for one that says nothing that can be understood."""
        try:
            return codec.decode_reply(unread.structure, unread.tensors, unread.message)
        except wire.WireError as error:
            if self._end is None:
                self._end_with(BrokeProtocol(str(error)))
            assert self._end is not None
            raise self._end from None

    @property
    def awaited(self) -> int:
        """The number of requests without a reply."""
        return len(self._awaited)

    def _broke_off(self, error: Exception) -> None:
        """Remember why nothing more can come, and raise it."""
        if isinstance(error, wire.WireError):
            self._end_with(BrokeProtocol(str(error)))
        elif self._process.ended(LAST_BREATH):
            self._end_with(None)
        else:
            self._end_with(BrokeProtocol("it closed its end"))
        assert self._end is not None
        raise self._end

    def greeting(self, seconds: float) -> None:
        """Wait until the child is isolated and ready. Raises EOFError, ConnectionError, TimeoutError or WireError."""
        codec.decode_ready(*self._connection.receive(time.monotonic() + seconds))

    def close(self) -> None:
        """End the process, if it lives."""
        if self._end is None:
            with suppress(SandboxFailed):  # the zygote is gone, and the child with it
                self._end_with(Crashed("was closed by the grader"))

    def _end_with(self, end: ChildGone | None) -> None:
        """Kill the process and wait for its end, which is remembered: as `end`, or as what the system tells."""
        self._process.kill()
        try:
            how = self._how_it_ended(self._process.pid)
            self._end = end or Crashed(how)
        except SandboxFailed as failed:
            self._end = failed
            raise
        finally:
            self._connection.close()
            self._process.forget()

    def __enter__(self) -> "Child":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        self.close()
