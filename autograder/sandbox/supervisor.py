"""The trusted side of the sandbox: one zygote, from which a fresh child is forked per submission."""

import os
import select
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from types import TracebackType

import msgspec

from autograder.errors import HarnessError
from autograder.sandbox import launching, probe, seccomp
from autograder.sandbox.child import Child, Process
from autograder.sandbox.connection import Connection
from autograder.sandbox.faults import SandboxFailed, WeakIsolation
from autograder.sandbox.inside.wire import OUT_OF_MEMORY, WireError
from autograder.sandbox.level import Level, Limits

START_SECONDS = 120.0  # importing torch from a cold disk on a busy machine
SPAWN_SECONDS = 30.0
CLOSE_SECONDS = 5.0
EXIT = struct.Struct("<qqdq")  # as the zygote sends it: pid, wait status, CPU seconds, peak bytes


class Sandbox:
    """A running zygote. `spawn` takes tens of milliseconds; starting this takes seconds.

    For one thread: the one that starts it, which must live as long as the sandbox is used (the kernel ends
    bubblewrap with the thread that started it). `weakness` says in words why the level is not full, when it
    was this machine that did not allow better.
    """

    def __init__(self, level: Level, limits: Limits) -> None:
        self.level, self.limits = level, limits
        self.weakness = ""
        self._exits: dict[int, tuple[int, float, int]] = {}  # of children whose end nobody has asked about yet
        self._living: set[int] = set()
        self._process: subprocess.Popen[bytes] | None = None
        program = seccomp.program(level)
        self._control, theirs = socket.socketpair()
        self._log = tempfile.TemporaryFile()  # noqa: SIM115 - closed by `close`
        try:
            with theirs, launching.launch(level, theirs.fileno()) as launch:
                self._readable = launch.readable
                self._process = subprocess.Popen(
                    launch.command,
                    pass_fds=[theirs.fileno()],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=self._log,
                    env=launch.environment,
                    start_new_session=True,  # Ctrl-C is for us; we end the zygote ourselves
                )
                theirs.close()
                self._control.sendall(struct.pack("<I", len(program)) + program)
                self._read_exit(time.monotonic() + START_SECONDS)
        except (OSError, EOFError) as error:
            trouble = self._last_words() or error
            self.close()
            raise SandboxFailed(f"the sandbox does not start: {trouble}") from None
        except BaseException:
            self.close()
            raise

    @classmethod
    def start(cls, level: Level | None = None, limits: Limits | None = None) -> "Sandbox":
        """Start at the given level, or at the best one that a probe proves here. Raises SandboxFailed."""
        limits = limits or Limits()
        if level is not None:
            return cls._proven(level, limits)
        weakness: list[str] = []
        for level in (Level.FULL, Level.REDUCED):
            try:
                sandbox = cls._proven(level, limits)
            except HarnessError as error:
                weakness.append(f"{level}: {error}")
            else:
                break
        else:
            sandbox = cls(Level.NONE, limits)
        sandbox.weakness = "; ".join(weakness)
        return sandbox

    @classmethod
    def _proven(cls, level: Level, limits: Limits) -> "Sandbox":
        """A sandbox of this level, after the probe; at level none there is nothing to prove."""
        if level is Level.NONE:
            return cls(level, limits)
        if sys.platform != "linux":
            raise SandboxFailed("only Linux can isolate student code")
        sandbox = cls(level, limits)
        try:
            probe.prove(sandbox.spawn, level)
        except BaseException:
            sandbox.close()
            raise
        return sandbox

    def require_isolation(self) -> None:
        """Close this sandbox and raise WeakIsolation, if student code would run in it without isolation."""
        if self.level is Level.NONE:
            self.close()
            why = f" ({self.weakness})" if self.weakness else ""
            raise WeakIsolation(
                "student code would run without isolation here and could read the hidden tests: "
                f"install bubblewrap{why}"
            )

    def spawn(self) -> Child:
        """A fresh, isolated child. Raises SandboxFailed."""
        ours, theirs = socket.socketpair()
        report, their_report = socket.socketpair()
        request = msgspec.msgpack.encode({"confinement": self.limits.confinement(self.level, self._readable)})
        with report:
            try:
                with theirs, their_report:
                    socket.send_fds(self._control, [request], [theirs.fileno(), their_report.fileno()])
                report.settimeout(SPAWN_SECONDS)
                process = self._process_of(*socket.recv_fds(report, 4096, 1)[:2])
            except OSError as error:
                ours.close()
                raise SandboxFailed(f"the sandbox is gone: {self._last_words() or error}") from None
            except SandboxFailed:
                ours.close()
                raise
            child = Child(Connection(ours), process, self.limits, self._how_it_ended)
            try:
                child.greeting(SPAWN_SECONDS)
            except (EOFError, OSError, WireError) as error:
                child.close()
                report.setblocking(False)
                trouble = b""
                with suppress(OSError):
                    trouble = report.recv(4096)
                raise SandboxFailed(f"a child could not be isolated: {_last_line(trouble) or error}") from None
        return child

    def _process_of(self, report: bytes, descriptors: list[int]) -> Process:
        """The process that a report names, which is a pid, or else the words of what went wrong."""
        pidfd = descriptors[0] if descriptors else None
        alone = self.level is Level.NONE
        if not report.isdigit() or (pidfd is None and not alone):
            if pidfd is not None:
                os.close(pidfd)
            raise SandboxFailed(f"a child could not be isolated: {_last_line(report) or 'it did not start'}")
        self._living.add(int(report))
        return Process(pid=int(report), pidfd=pidfd, own_group=alone)

    def _how_it_ended(self, pid: int) -> str:
        """How a child ended, in words; waits for the zygote's record of it. Raises SandboxFailed."""
        deadline = time.monotonic() + SPAWN_SECONDS
        try:
            while pid not in self._exits:
                self._read_exit(deadline)
        except (EOFError, OSError) as error:
            raise SandboxFailed(f"the sandbox is gone: {self._last_words() or error}") from None
        self._living.discard(pid)
        return self._told(*self._exits.pop(pid))

    def _told(self, status: int, cpu_seconds: float, peak_bytes: int) -> str:
        if os.WIFEXITED(status):
            if os.WEXITSTATUS(status) == OUT_OF_MEMORY:
                return f"used up its {self.limits.data_bytes / (1 << 30):g} GiB of memory"
            return f"exited with code {os.WEXITSTATUS(status)}"
        number = os.WTERMSIG(status)
        if number == signal.SIGXCPU or (number == signal.SIGKILL and cpu_seconds >= self.limits.cpu_seconds):
            return f"used more than {self.limits.cpu_seconds} seconds of processor time"
        if number == signal.SIGKILL:  # not ours: who was killed by us is told as timed out or as breaking in
            return f"was killed by the system when it used {peak_bytes / (1 << 30):.1f} GiB of memory"
        return f"was ended by {signal.Signals(number).name}"

    def _read_exit(self, deadline: float) -> None:
        """Read one record of the zygote. Raises EOFError when it is gone, TimeoutError."""
        data = b""
        while len(data) < EXIT.size:
            poll = select.poll()
            poll.register(self._control, select.POLLIN)
            if not poll.poll(max(0.0, deadline - time.monotonic()) * 1000):
                raise TimeoutError("it does not answer")
            piece = self._control.recv(EXIT.size - len(data))
            if not piece:
                raise EOFError("it ended")
            data += piece
        pid, status, cpu_seconds, peak_bytes = EXIT.unpack(data)
        if pid in self._living:  # else it is the zygote's greeting, or a process on the way to a child
            self._exits[pid] = (status, cpu_seconds, peak_bytes)

    def _last_words(self) -> str:
        """The last line that the zygote, or bubblewrap before it, wrote."""
        if self._log.closed:
            return ""
        self._log.seek(0)
        return _last_line(self._log.read()[-4000:])

    @property
    def closed(self) -> bool:
        """Whether `close` was called: nothing can be spawned any more."""
        return self._control.fileno() < 0

    def close(self) -> None:
        """End the zygote and everything in it."""
        self._control.close()
        self._log.close()
        if self._process is None:
            return
        try:
            self._process.wait(CLOSE_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def __enter__(self) -> "Sandbox":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        self.close()


def _last_line(text: bytes) -> str:
    lines = text.decode(errors="replace").strip().splitlines()
    return lines[-1][:300] if lines else ""
