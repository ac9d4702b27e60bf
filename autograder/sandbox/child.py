"""One child: the trusted end of its connection, with deadlines, and the certainty that it ends."""

import os
import select
import signal
import socket
import time
from contextlib import suppress
from typing import Protocol

import msgspec

from autograder.errors import HarnessError
from autograder.sandbox.inside import wire


class ChildGone(Exception):
    """The process that ran the student's code is gone, by its own doing. The text continues "it …"."""


class TimedOut(ChildGone):
    """It did not answer in time and was killed."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"it did not finish within {seconds:g} seconds")
        self.seconds = seconds


class Crashed(ChildGone):
    """It ended, or was killed by the kernel."""


class BrokeProtocol(ChildGone):
    """It sent something that is no reply, and was killed."""

    def __init__(self, why: str) -> None:
        super().__init__(f"it broke the connection to the grader ({why})")


class Reaper(Protocol):
    """Who learns how a child ended."""

    def ending(self, pid: int) -> str:
        """How the child with this pid ended, in words, after waiting for it."""


class Child:
    """A process that holds one submission. After `ChildGone` it is dead, and says so again on every request."""

    def __init__(
        self, connection: socket.socket, pid: int, pidfd: int | None, reaper: Reaper, cell_seconds: float
    ) -> None:
        self._connection, self._pid, self._pidfd, self._reaper = connection, pid, pidfd, reaper
        self._cell_seconds = cell_seconds
        self._last_id = 0
        self._end: ChildGone | None = None
        connection.setblocking(False)

    @property
    def gone(self) -> bool:
        """Whether the process has ended."""
        return self._end is not None

    def run_cell(self, source: str) -> wire.CellRan:
        """Run one cell. Raises ChildGone."""
        reply = self.request(wire.RunCell(id=0, source=source), self._cell_seconds)
        assert isinstance(reply, wire.CellRan)
        return reply

    def request(self, message: wire.Request, seconds: float) -> wire.Reply:
        """Send one request, whose id is set here, and wait for its reply. Raises ChildGone."""
        if self._end is not None:
            raise self._end
        self._last_id += 1
        message = msgspec.structs.replace(message, id=self._last_id)
        body = wire.encode_request(message)
        deadline = time.monotonic() + seconds
        try:
            self._expect_silence()
            self._send(wire.HEADER.pack(len(body)) + body, deadline)
            return wire.decode_reply(self._receive_frame(deadline), message)
        except TimeoutError:
            self._kill()
            self._end = TimedOut(seconds)
        except wire.WireError as error:
            self._kill()
            self._end = BrokeProtocol(str(error))
        except (EOFError, ConnectionError):
            self._end = Crashed(f"its process {self._kill()}")
        raise self._end

    def greeting(self, seconds: float) -> None:
        """Wait until the child is isolated and ready. Raises EOFError, TimeoutError or WireError."""
        wire.decode_ready(self._receive_frame(time.monotonic() + seconds))

    def _expect_silence(self) -> None:
        """Nothing may have come before we asked: it could only be a forged reply."""
        try:
            if not self._connection.recv(1, socket.MSG_PEEK):
                raise EOFError
        except BlockingIOError:
            return
        raise wire.WireError("it spoke without being asked")

    def _send(self, data: bytes, deadline: float) -> None:
        view = memoryview(data)
        while view:
            try:
                view = view[self._connection.send(view) :]
            except BlockingIOError:
                self._wait(deadline, writing=True)

    def _receive_frame(self, deadline: float) -> bytes:
        (length,) = wire.HEADER.unpack(self._receive(wire.HEADER.size, deadline))
        if length > wire.MAX_FRAME:
            raise wire.WireError(f"a reply of {length:,} bytes")
        return self._receive(length, deadline)

    def _receive(self, size: int, deadline: float) -> bytes:
        data = bytearray()
        while len(data) < size:
            try:
                piece = self._connection.recv(min(size - len(data), 1 << 20))
            except BlockingIOError:
                self._wait(deadline)
                continue
            if not piece:
                raise EOFError
            data += piece
        return bytes(data)

    def _wait(self, deadline: float, *, writing: bool = False) -> None:
        left = deadline - time.monotonic()
        ends = [self._connection]
        if left <= 0 or not any(select.select([] if writing else ends, ends if writing else [], [], left)):
            raise TimeoutError

    def _kill(self) -> str:
        """Kill the process and wait for its end; how it ended, in words. A child is always dead after this."""
        try:
            if self._pidfd is not None:
                signal.pidfd_send_signal(self._pidfd, signal.SIGKILL)
            else:
                os.kill(self._pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        try:
            return self._reaper.ending(self._pid)
        finally:
            self._connection.close()
            if self._pidfd is not None:
                os.close(self._pidfd)
                self._pidfd = None

    def close(self) -> None:
        """End the process, if it lives."""
        if self._end is None:
            self._end = Crashed("its process was closed by the grader")
            with suppress(HarnessError):  # the zygote is gone, and the child with it
                self._kill()
