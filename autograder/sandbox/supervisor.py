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
from types import TracebackType

import msgspec

from autograder.errors import HarnessError, UsageError
from autograder.sandbox import bubblewrap, seccomp
from autograder.sandbox.child import Child, ChildGone
from autograder.sandbox.inside import wire
from autograder.sandbox.level import Level, Limits

START_SECONDS = 120.0  # importing torch from a cold disk on a busy machine
SPAWN_SECONDS = 30.0
EXIT = struct.Struct("<qqdq")  # as the zygote sends it: pid, wait status, CPU seconds, peak bytes


class SandboxFailed(HarnessError):
    """The sandbox itself does not work: our fault, or the machine's, never the student's."""


class WeakIsolation(UsageError):
    """Other people's code may not run at this level unless staff allow it."""


class Sandbox:
    """A running zygote. `spawn` takes tens of milliseconds; starting this takes seconds."""

    def __init__(self, level: Level, limits: Limits) -> None:
        self.level, self.limits = level, limits
        self._exits: dict[int, tuple[int, float, int]] = {}
        program = seccomp.program() if level is Level.FULL else b""
        self._control, theirs = socket.socketpair()
        self._log = tempfile.TemporaryFile()  # noqa: SIM115 - lives as long as the zygote
        launch = (bubblewrap.isolated if level is Level.FULL else bubblewrap.plain)(theirs.fileno())
        try:
            self._process = subprocess.Popen(
                launch.command,
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=self._log,
                env=launch.environment,
                start_new_session=True,  # Ctrl-C is for us; we end the zygote ourselves
            )
        finally:
            theirs.close()
        try:
            self._control.sendall(struct.pack("<I", len(program)) + program)
            self._record(time.monotonic() + START_SECONDS)
        except (OSError, TimeoutError, EOFError) as error:
            words = self._last_words() or error
            self.close()
            raise SandboxFailed(f"the sandbox does not start: {words}") from None
        finally:
            # The mounts on it live in a namespace that only the zygote has; here it is an empty folder.
            if launch.scratch is not None:
                launch.scratch.rmdir()

    @classmethod
    def start(cls, level: Level | None = None, limits: Limits | None = None) -> "Sandbox":
        """Start at the given level, or at the best one that a probe proves here. Raises SandboxFailed."""
        from autograder.sandbox.probe import prove

        limits = limits or Limits()
        if level is not None:
            sandbox = cls(level, limits)
            if level is Level.FULL:
                prove(sandbox)
            return sandbox
        if sys.platform == "linux":
            try:
                sandbox = cls(Level.FULL, limits)
            except (HarnessError, ImportError):
                return cls(Level.NONE, limits)
            try:
                prove(sandbox)
            except HarnessError:
                sandbox.close()
                return cls(Level.NONE, limits)
            return sandbox
        return cls(Level.NONE, limits)

    def require_isolation(self) -> None:
        """Close this sandbox and raise WeakIsolation, if student code would run in it without isolation."""
        if self.level is Level.NONE:
            self.close()
            raise WeakIsolation(
                "student code would run without isolation here and could read the hidden tests: install bubblewrap"
            )

    def spawn(self) -> Child:
        """A fresh, isolated child. Raises SandboxFailed."""
        request = msgspec.msgpack.encode({"confinement": msgspec.to_builtins(self.limits.confinement(self.level))})
        ours, theirs = socket.socketpair()
        report, their_report = socket.socketpair()
        with report:
            try:
                with theirs, their_report:
                    socket.send_fds(self._control, [request], [theirs.fileno(), their_report.fileno()])
                report.settimeout(SPAWN_SECONDS)
                data, descriptors, _, _ = socket.recv_fds(report, 4096, 1)
            except OSError as error:
                ours.close()
                raise SandboxFailed(f"the sandbox is gone: {self._last_words() or error}") from None
            if not data.isdigit():
                ours.close()
                raise SandboxFailed(f"a child could not be isolated: {_last_line(data) or self._last_words()}")
            child = Child(ours, int(data), descriptors[0] if descriptors else None, self, self.limits.cell_seconds)
            try:
                child.greeting(SPAWN_SECONDS)
            except (EOFError, ConnectionError, TimeoutError, wire.WireError):
                trouble = _last_line(report.recv(4096)) or "it did not answer"
                child.close()
                raise SandboxFailed(f"a child could not be isolated: {trouble}") from None
        return child

    def ending(self, pid: int) -> str:
        """How a child ended, in words; waits for the zygote's record of it."""
        deadline = time.monotonic() + SPAWN_SECONDS
        try:
            while pid not in self._exits:
                self._record(deadline)
        except (EOFError, OSError, TimeoutError):
            raise SandboxFailed(f"the sandbox is gone: {self._last_words()}") from None
        status, cpu_seconds, _ = self._exits.pop(pid)
        if os.WIFSIGNALED(status):
            number = os.WTERMSIG(status)
            if number == signal.SIGKILL and cpu_seconds >= self.limits.cpu_seconds:
                return f"used more than {self.limits.cpu_seconds} seconds of processor time"
            return f"was ended by {signal.Signals(number).name}"
        return f"exited with code {os.WEXITSTATUS(status)}"

    def _record(self, deadline: float) -> None:
        """Read one record of the zygote. Raises EOFError when it is gone, TimeoutError."""
        data = b""
        while len(data) < EXIT.size:
            if not select.select([self._control], [], [], max(0.0, deadline - time.monotonic()))[0]:
                raise TimeoutError("no answer")
            piece = self._control.recv(EXIT.size - len(data))
            if not piece:
                raise EOFError("it ended")
            data += piece
        pid, status, cpu_seconds, peak = EXIT.unpack(data)
        if pid:
            self._exits[pid] = (status, cpu_seconds, peak)

    def _last_words(self) -> str:
        if self._log.closed:
            return ""
        self._log.seek(0)
        return _last_line(self._log.read()[-4000:])

    def close(self) -> None:
        """End the zygote and everything in it."""
        self._control.close()
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._log.close()

    def __enter__(self) -> "Sandbox":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        self.close()


def _last_line(text: bytes) -> str:
    lines = text.decode(errors="replace").strip().splitlines()
    return lines[-1][:300] if lines else ""


__all__ = ["ChildGone", "Sandbox", "SandboxFailed", "WeakIsolation"]
