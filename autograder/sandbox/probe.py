"""Whether the isolation really holds on this machine: tried, not derived from versions."""

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from autograder.sandbox.child import ChildGone
from autograder.sandbox.inside import wire

if TYPE_CHECKING:
    from autograder.sandbox.supervisor import Sandbox

# Each attempt must fail; those that succeed are printed.
ATTEMPTS = """
import os, socket
def attempt(name, action):
    try:
        action()
    except (OSError, PermissionError):
        return
    print(name)
attempt("read a file of the host", lambda: open({canary!r}).read())
attempt("see a file of the host", lambda: os.stat({canary!r}))
attempt("open a network socket", lambda: socket.socket(socket.AF_INET, socket.SOCK_STREAM))
attempt("fork", lambda: os.fork() or os._exit(0))
attempt("run a program", lambda: os.execv("/usr/bin/true", ["true"]))
attempt("write outside /tmp", lambda: open("/sandbox/inside/probe", "w"))
attempt("see another process", lambda: os.stat("/proc/2"))
"""


def prove(sandbox: "Sandbox") -> None:
    """Raise SandboxFailed, naming what got through, unless a child of this sandbox is fully isolated."""
    from autograder.sandbox.supervisor import SandboxFailed

    with tempfile.NamedTemporaryFile(prefix="autograder-canary-") as canary:
        Path(canary.name).write_text("canary")
        Path(canary.name).chmod(0o644)
        child = sandbox.spawn()
        try:
            ran = child.run_cell(ATTEMPTS.format(canary=canary.name))
        except ChildGone as gone:
            raise SandboxFailed(f"the isolation could not be probed: {gone}") from None
        finally:
            child.close()
    for output in ran.outputs:
        text = output.text.strip() if isinstance(output, wire.Stream) else repr(output)
        raise SandboxFailed(f"the isolation does not hold here, student code could {text.splitlines()[0]}")
