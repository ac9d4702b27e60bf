"""How a child ends when its code misbehaves, and how that is told."""

import struct
import time

import msgspec
import pytest

from autograder.sandbox import BrokeProtocol, Child, Crashed, Limits, Sandbox, TimedOut
from autograder.sandbox.inside import codec, wire

CELL = """
import os, socket, struct, time
connection = socket.socket(fileno=os.dup(3))
def say(structure, tensors=b""):
    connection.sendall(struct.pack("<II", len(structure), len(tensors)) + structure + tensors)
def say_raw(data): connection.sendall(data)
def say_and_wait(data):
    connection.sendall(data); time.sleep(60)
def say_later(structure):
    import threading
    threading.Timer(0.05, say, [structure]).start()
def hang_up():
    os.close(3); connection.close(); time.sleep(60)
def fine(): return 1
"""


@pytest.fixture
def liar(child: Child) -> Child:
    """A child whose functions speak on the connection themselves."""
    assert not child.run_cell(CELL).failed
    return child


def forged(id: int, values: list[object]) -> str:
    """Source of the bytes of a well-formed reply."""
    return repr(msgspec.msgpack.encode(wire.Returned(id=id, values=values)))


@pytest.mark.parametrize(
    ("source", "how"),
    [
        ("import os; os._exit(0)", "its process exited with code 0"),
        ("import os; os._exit(3)", "its process exited with code 3"),
        ("import ctypes; ctypes.string_at(0)", "its process was ended by SIGSEGV"),
        ("import os; os.abort()", "its process was ended by SIG"),
    ],
)
def test_a_death_is_told(child: Child, source: str, how: str) -> None:
    """A child that ends itself is `Crashed`, in words about how, and says so again."""
    for attempt in (source, "1"):
        with pytest.raises(Crashed, match=how):
            child.run_cell(attempt)
    assert child.gone


HOARD = """
import torch
def grow(hoard):
    while True:
        hoard.append(torch.empty(1 << 22))
"""


def test_a_cell_that_keeps_all_memory_is_told(child: Child) -> None:
    """Nothing could run after it."""
    with pytest.raises(Crashed, match="its process used up its 2 GiB of memory"):
        child.run_cell(HOARD + "kept = []\ngrow(kept)")


def test_memory_that_is_given_back_is_no_death(child: Child) -> None:
    """Neither in a cell, whose exception still holds what the function had, nor in a call."""
    child.run_cell(HOARD)
    assert child.run_cell("grow([])").failed
    grown = child.call("grow", [])
    assert isinstance(grown, wire.Raised)
    assert grown.kind == "RuntimeError"
    assert not child.run_cell("bytearray(1 << 28)").failed


def test_death_in_a_call_is_told(child: Child) -> None:
    """Not only cells."""
    child.run_cell("import os\ndef f(): os._exit(7)")
    with pytest.raises(Crashed) as caught:
        child.call("f")
    assert caught.value.how == "exited with code 7"


DEAF = """
import signal
for number in range(1, 65):
    try: signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError): pass
"""


@pytest.mark.parametrize(
    "source",
    [
        DEAF + "while True: pass",
        "import time; time.sleep(60)",
        "import os, signal; signal.pthread_sigmask(0, range(1, 65)); os.kill(1, signal.SIGSTOP); signal.pause()",
        "while True:\n  try:\n    while True: pass\n  except BaseException: pass",
    ],
    ids=["signals ignored", "asleep", "stopped", "exceptions caught"],
)
def test_what_does_not_end_is_ended(child: Child, source: str) -> None:
    """At its deadline, and soon."""
    started = time.monotonic()
    with pytest.raises(TimedOut, match=r"it did not finish within 0\.3 seconds"):
        child.request(wire.RunCell(id=0, source=source), 0.3)
    assert time.monotonic() - started < 3
    with pytest.raises(TimedOut):
        child.run_cell("1")


def test_processor_time_is_bounded(sandbox: Sandbox) -> None:
    """Whatever the deadlines are, the kernel ends a process that computes for too long, and that is told."""
    limits, sandbox.limits = sandbox.limits, Limits(cpu_seconds=1)
    try:
        with sandbox.spawn() as child, pytest.raises(Crashed) as caught:
            child.request(wire.RunCell(id=0, source="while True: pass"), 30)
        assert caught.value.how == "used more than 1 seconds of processor time"
    finally:
        sandbox.limits = limits


def test_closing_the_connection_is_no_death(liar: Child) -> None:
    """A process that hangs up and lives on is ended, and not said to have been killed by the system."""
    with pytest.raises(BrokeProtocol, match="it closed its end"):
        liar.call("hang_up")


def test_a_reply_before_the_question_is_refused(liar: Child) -> None:
    """Even a well-formed one, with the id of the next request: the last one gets it."""
    with pytest.raises(BrokeProtocol):
        liar.run_cell(f"say({forged(3, [1])})")


def test_a_reply_at_leisure_is_refused(liar: Child) -> None:
    """Bytes that come while nobody asks."""
    liar.run_cell(f"say_later({forged(4, [1])})")
    time.sleep(0.3)
    with pytest.raises(BrokeProtocol, match="it spoke without being asked"):
        liar.call("fine")


def test_a_forged_reply_is_at_most_a_value(liar: Child) -> None:
    """A student who forges the reply to the question asked has returned that value; the real one then is too much."""
    liar.run_cell(f"def cheat(): say({forged(3, [42])})")
    reply = liar.call("cheat")
    assert isinstance(reply, wire.Returned)
    assert reply.values == [42]
    with pytest.raises(BrokeProtocol):
        liar.call("fine")


@pytest.mark.parametrize(
    "source",
    [
        f"say({forged(999, [1])})",
        f"say({forged(3, [])})",
        f"say({forged(3, [1, 2])})",
        f"say({msgspec.msgpack.encode(wire.CellRan(id=3, outputs=[], failed=False))!r})",
        f"say({msgspec.msgpack.encode(wire.Gradients(id=3, gradients=[]))!r})",
        f"say({msgspec.msgpack.encode(wire.Ready(id=3))!r})",
        f"say({forged(3, [1])}, b'left over')",
        "import pickle; say(pickle.dumps(print))",
        f"say({b'x' * 100!r})",
        f"say({bytes([0x91]) * 100_000!r})",
        "say(b'')",
        f"say_and_wait({struct.pack('<II', 2**32 - 1, 0)!r})",
        f"say_and_wait({struct.pack('<II', 0, 2**32 - 1)!r})",
        "while True: say_raw(bytes(1 << 20))",
    ],
    ids=[
        "wrong id",
        "too few values",
        "too many values",
        "another kind",
        "gradients",
        "greeting",
        "left over",
        "pickle",
        "garbage",
        "deep",
        "empty",
        "long message",
        "long tensors",
        "flood",
    ],
)
def test_forged_replies_end_the_child(liar: Child, source: str) -> None:
    """Bytes that are no reply to this question are the student's failure."""
    assert not liar.run_cell(f"def cheat():\n    {source}").failed
    with pytest.raises(BrokeProtocol, match="it broke the connection to the grader") as caught:
        liar.call("cheat")
    assert caught.value.why
    assert liar.gone


def test_half_a_frame_is_a_time_out(liar: Child) -> None:
    """A reply that never ends is one that did not come."""
    liar.run_cell(f"def cheat(): say_and_wait({codec.HEAD.pack(100, 0) + b'x'!r})")
    with pytest.raises(TimedOut):
        liar.call("cheat", seconds=0.3)


BREAK = """
import builtins, sys, types
for name in list(sys.modules):
    if name.partition(".")[0] in ("torch", "msgspec", "inside", "numpy"):
        sys.modules[name] = types.ModuleType(name)
builtins.isinstance = builtins.len = None
"""


def test_broken_machinery_is_the_students_own(sandbox: Sandbox, child: Child) -> None:
    """Who replaces builtins and modules under the child's feet loses the child and nothing else."""
    with pytest.raises((Crashed, BrokeProtocol)):
        child.run_cell(BREAK)
    with sandbox.spawn() as sibling:
        assert not sibling.run_cell("import torch; len(torch.ones(2))").failed


def test_closing_twice_is_closing_once(sandbox: Sandbox) -> None:
    """And a closed child says that the grader closed it."""
    child = sandbox.spawn()
    child.close()
    child.close()
    with pytest.raises(Crashed, match="was closed by the grader"):
        child.run_cell("1")
