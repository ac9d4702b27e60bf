"""The trusted end of a child's socket: frames with deadlines, and nothing that was not asked for."""

import select
import socket
import time

from autograder.sandbox.inside import codec
from autograder.sandbox.inside.wire import WireError

PIECE = 1 << 20


class Connection:
    """Sends and receives whole frames.

    Every method raises EOFError or ConnectionError when the other end is closed, TimeoutError after the
    deadline (on the clock of time.monotonic) and WireError for what is no frame.
    """

    def __init__(self, end: socket.socket) -> None:
        end.setblocking(False)
        self._end = end

    def expect_silence(self) -> None:
        """Nothing may have come before we asked: it could only be a forged reply."""
        try:
            if not self._end.recv(1, socket.MSG_PEEK):
                raise EOFError
        except BlockingIOError:
            return
        raise WireError("it spoke without being asked")

    def send(self, frame: bytes, deadline: float) -> None:
        """Send one frame."""
        left = memoryview(frame)
        while left:
            try:
                left = left[self._end.send(left) :]
            except BlockingIOError:
                self._wait(select.POLLOUT, deadline)

    def receive(self, deadline: float) -> tuple[bytes, bytes]:
        """One frame: its message, and the bytes of its tensors."""
        structure, tensors = codec.reply_lengths(self._receive(codec.HEAD.size, deadline))
        return self._receive(structure, deadline), self._receive(tensors, deadline)

    def _receive(self, size: int, deadline: float) -> bytes:
        data = bytearray()
        while len(data) < size:
            try:
                piece = self._end.recv(min(size - len(data), PIECE))
            except BlockingIOError:
                self._wait(select.POLLIN, deadline)
                continue
            if not piece:
                raise EOFError
            data += piece
        return bytes(data)

    def _wait(self, event: int, deadline: float) -> None:
        """Wait until the socket is ready. Not select: it can't watch descriptors above 1023."""
        left = deadline - time.monotonic()
        if left > 0:
            poll = select.poll()
            poll.register(self._end, event)
            if poll.poll(left * 1000):
                return
        raise TimeoutError

    def close(self) -> None:
        """Close this end."""
        self._end.close()
