"""Whether the isolation really holds on this machine: tried, not derived from versions."""

import tempfile
from collections.abc import Callable
from pathlib import Path

from autograder.sandbox.child import Child
from autograder.sandbox.faults import ChildGone, SandboxFailed
from autograder.sandbox.inside import wire
from autograder.sandbox.level import Level
from autograder.sandbox.libraries import INSIDE, INSIDE_PLACE

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
attempt("open a network socket", lambda: socket.socket(socket.AF_INET, socket.SOCK_STREAM))
attempt("open a local socket", lambda: socket.socket(socket.AF_UNIX, socket.SOCK_STREAM))
attempt("fork", lambda: os.fork() or os._exit(0))
attempt("signal other processes", lambda: os.kill(-1, 0))
attempt("write to the sandbox", lambda: open({inside!r} + "/probe", "w"))
attempt("write to /dev", lambda: open("/dev/probe", "w"))
"""
# What namespaces hide.
AT_FULL = """
for path in {files!r}:
    attempt("see a file of the host", lambda: os.stat(path))
attempt("see another process", lambda: os.stat("/proc/2"))
"""
# Where there are none: what can be seen can't be touched.
AT_REDUCED = """
attempt("list the host's files", lambda: os.listdir("/"))
attempt("look into another process", lambda: open("/proc/%d/environ" % os.getppid()).close())
attempt("signal its parent", lambda: os.kill(os.getppid(), 0))
attempt("write to /tmp", lambda: open("/tmp/autograder-probe", "w"))
attempt("change a file's mode", lambda: os.chmod({files!r}[0], 0o644))
"""
BECOME = """
import os
try:
    os.execv("/usr/bin/true", ["true"])
except OSError:
    pass
"""


def prove(spawn: Callable[[], Child], level: Level) -> None:
    """Raise SandboxFailed, naming what got through, unless a child is isolated as this level promises."""
    with tempfile.NamedTemporaryFile(prefix="autograder-canary-") as canary:
        Path(canary.name).write_text("canary")
        Path(canary.name).chmod(0o644)
        files = [canary.name, str(Path(__file__).resolve())]
        inside = INSIDE_PLACE if level is Level.FULL else str(INSIDE)
        attempts = ATTEMPTS + (AT_FULL if level is Level.FULL else AT_REDUCED)
        with spawn() as child:
            got_through = _outputs(child, attempts.format(files=files, inside=inside)) or _outputs(child, BECOME)
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
