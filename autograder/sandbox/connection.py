"""The trusted end of a child's socket: frames with deadlines, and nothing that was not asked for."""

import select
import socket
import time
from collections import deque

from autograder.sandbox.inside import codec
from autograder.sandbox.inside.wire import WireError

PIECE = 1 << 16  # bytes; for a larger buffer memory is mapped anew each time, which costs more than the call in it


class Connection:
    """Sends and receives whole frames; sending never waits, so that both sides can have much to say.

    Every method raises EOFError or ConnectionError when the other end is closed, TimeoutError after the
    deadline (on the clock of time.monotonic) and WireError for what is no frame.
    """

    def __init__(self, end: socket.socket) -> None:
        end.setblocking(False)
        self._end = end
        self._outgoing: deque[memoryview] = deque()
        self._incoming = bytearray()
        self._poll = select.poll()  # not select: it can't watch descriptors above 1023

    def expect_silence(self) -> None:
        """Nothing may have come before we asked: it could only be a forged reply."""
        if self._incoming or self._read():
            raise WireError("it spoke without being asked")

    def send(self, frames: bytes) -> None:
        """Send frames, now or while waiting for replies."""
        self._outgoing.append(memoryview(frames))
        self._write()

    def receive(self, deadline: float, pause: float = 0.0) -> tuple[bytes, bytes]:
        """One frame: its message, and the bytes of its tensors.

        Where nothing has come yet, look again after a `pause` in seconds: being woken costs both sides, and then
        several frames may have come for one look.
        """
        structure, tensors = codec.reply_lengths(self._take(codec.HEAD.size, deadline, pause))
        return self._take(structure, deadline), self._take(tensors, deadline)

    def _take(self, size: int, deadline: float, pause: float = 0.0) -> bytes:
        while len(self._incoming) < size:
            if self._read():
                continue
            if pause and not self._outgoing:
                time.sleep(pause)
                pause = 0.0
            else:
                self._wait(deadline)
        data = bytes(self._incoming[:size])
        del self._incoming[:size]
        return data

    def _read(self) -> bool:
        try:
            piece = self._end.recv(PIECE)
        except BlockingIOError:
            return False
        if not piece:
            raise EOFError
        self._incoming += piece
        return True

    def _write(self) -> None:
        try:
            while self._outgoing:
                rest = self._outgoing[0][self._end.send(self._outgoing[0]) :]
                if rest:
                    self._outgoing[0] = rest
                else:
                    self._outgoing.popleft()
        except BlockingIOError:
            return

    def _wait(self, deadline: float) -> None:
        """Wait until there is something to read, or room for what is still to be sent, and send that."""
        left = deadline - time.monotonic()
        self._poll.register(self._end, select.POLLIN | (select.POLLOUT if self._outgoing else 0))
        if left <= 0 or not self._poll.poll(left * 1000):
            raise TimeoutError
        self._write()

    def close(self) -> None:
        """Close this end."""
        self._end.close()
