"""The trusted end of a socket: when it looks, and when it waits."""

import socket
import time
from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from autograder.sandbox import connection
from autograder.sandbox.connection import Connection
from autograder.sandbox.inside import codec, wire

FRAME = codec.encode_reply(wire.Ready(id=0))


@pytest.fixture
def ends() -> Iterator[tuple[Connection, socket.socket]]:
    """Our end of a connection, and the other side's socket."""
    ours, theirs = socket.socketpair()
    end = Connection(ours)
    with theirs:
        yield end, theirs
    end.close()


def pausing(monkeypatch: pytest.MonkeyPatch, meanwhile: object) -> None:
    """Let every pause end at once, after `meanwhile`."""
    monkeypatch.setattr(connection, "time", SimpleNamespace(sleep=meanwhile, monotonic=time.monotonic))


def test_frames_that_come_during_a_pause_are_read_without_waiting(
    ends: tuple[Connection, socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One look for all of them; nobody had to be woken."""
    ours, theirs = ends
    pauses: list[float] = []

    def send(seconds: float) -> None:
        pauses.append(seconds)
        theirs.sendall(3 * FRAME)

    pausing(monkeypatch, send)
    monkeypatch.setattr(ours, "_wait", lambda deadline: pytest.fail("it waited"))
    assert len({ours.receive(time.monotonic() + 60, pause=0.25) for _ in range(3)}) == 1
    assert pauses == [0.25]


def test_a_pause_moves_no_deadline(ends: tuple[Connection, socket.socket], monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing came meanwhile: it waits until the deadline and not for ever."""
    ours, _ = ends
    pausing(monkeypatch, lambda seconds: None)
    with pytest.raises(TimeoutError):
        ours.receive(time.monotonic() + 0.05, pause=0.01)


def test_what_is_to_be_sent_waits_for_no_pause(
    ends: tuple[Connection, socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other side may be waiting for the rest of it."""
    ours, theirs = ends
    pausing(monkeypatch, lambda seconds: pytest.fail("it paused"))
    ours.send(bytes(1 << 22))  # more than a socket holds
    with pytest.raises(TimeoutError):
        ours.receive(time.monotonic() + 0.05, pause=0.01)
    theirs.sendall(FRAME)
    assert ours.receive(time.monotonic() + 60, pause=0.01) == codec.parts(FRAME)
