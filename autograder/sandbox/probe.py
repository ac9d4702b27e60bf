"""Whether the isolation really holds on this machine: tried, not derived from versions."""

import tempfile
from collections.abc import Callable
from pathlib import Path

from autograder.sandbox.child import Child
from autograder.sandbox.faults import ChildGone, SandboxFailed
from autograder.sandbox.inside import wire

# Each attempt must fail; those that succeed are printed.
ATTEMPTS = """
import os, socket
def attempt(name, action):
    try:
        action()
    except OSError:
        return
    print(name)
for path in {files!r}:
    attempt("read a file of the host", lambda: open(path).read(1))
    attempt("see a file of the host", lambda: os.stat(path))
attempt("open a network socket", lambda: socket.socket(socket.AF_INET, socket.SOCK_STREAM))
attempt("open a local socket", lambda: socket.socket(socket.AF_UNIX, socket.SOCK_STREAM))
attempt("fork", lambda: os.fork() or os._exit(0))
attempt("signal other processes", lambda: os.kill(-1, 0))
attempt("write outside /tmp", lambda: open("/sandbox/inside/probe", "w"))
attempt("write to /dev", lambda: open("/dev/probe", "w"))
attempt("see another process", lambda: os.stat("/proc/2"))
"""
BECOME = """
import os
try:
    os.execv("/usr/bin/true", ["true"])
except OSError:
    pass
"""


def prove(spawn: Callable[[], Child]) -> None:
    """Raise SandboxFailed, naming what got through, unless a child is fully isolated."""
    with tempfile.NamedTemporaryFile(prefix="autograder-canary-") as canary:
        Path(canary.name).write_text("canary")
        Path(canary.name).chmod(0o644)
        files = [canary.name, str(Path(__file__).resolve())]
        with spawn() as child:
            got_through = _outputs(child, ATTEMPTS.format(files=files)) or _outputs(child, BECOME)
    if got_through:
        raise SandboxFailed(f"the isolation does not hold here, student code could {got_through}")


def _outputs(child: Child, source: str) -> str:
    """The first line that a cell left, or what ended the child."""
    try:
        for output in child.run_cell(source).outputs:
            text = output.text.strip() if isinstance(output, wire.Stream) else repr(output)
            return text.splitlines()[0]
    except ChildGone as gone:
        return f"not be probed: {gone}" if source != BECOME else "run a program"
    return ""
