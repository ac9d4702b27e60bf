"""What student code can't do at level full, each tried for real from inside."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from autograder.sandbox import Crashed, Sandbox, TimedOut
from autograder.sandbox.inside import wire


def output_of(sandbox: Sandbox, source: str) -> str:
    """What a cell prints; an exception counts as printed too."""
    child = sandbox.spawn()
    try:
        ran = child.run_cell(source)
    finally:
        child.close()
    return "".join(
        o.text if isinstance(o, wire.Stream) else f"[{o.kind}]" if isinstance(o, wire.Error) else repr(o.data)
        for o in ran.outputs
    )


ATTEMPTS = {
    "read the hidden tests": "open({root!r} + '/autograder/hidden_tests/attention/test_attention.py').read()",
    "see the course": "import os; os.stat({root!r})",
    "list the home folder": "import os; os.listdir('/root')",
    "read the user database": "open('/etc/passwd').read()",
    "import the package": "import autograder",
    "import the hidden tests": "import autograder.hidden_tests.attention.test_attention",
    "open an internet socket": "import socket; socket.socket(socket.AF_INET)",
    "open an abstract socket": "import socket; socket.socket(socket.AF_UNIX)",
    "fork": "import os; os.fork()",
    "run a program": "import subprocess; subprocess.run(['/usr/bin/true'])",
    "run a shell command": "get_ipython().system('true')",
    "write to a library": "open('/sandbox/site-packages/torch/__init__.py', 'a')",
    "write to the sandbox": "open('/sandbox/inside/x.py', 'w')",
    "write to /dev": "open('/dev/x', 'w')",
    "write outside /tmp": "open('/x', 'w')",
    "trace the zygote": "open('/proc/2/mem', 'rb')",
    "change a kernel setting": "open('/proc/sys/kernel/core_pattern', 'w').write('x')",
    "raise a limit": "import resource as r; r.setrlimit(r.RLIMIT_AS, (r.RLIM_INFINITY,) * 2)",
    "kill everybody": "import os; os.kill(-1, 9)",
    "kill its group": "import os; os.kill(0, 9)",
    "become root": "import os; os.setuid(0)",
}


@pytest.mark.parametrize("attempt", ATTEMPTS.values(), ids=ATTEMPTS.keys())
def test_student_code_can_not(sandbox: Sandbox, attempt: str) -> None:
    """The attempt raises, and what stands after it is never printed."""
    root = str(Path(__file__).parents[2])
    printed = output_of(sandbox, attempt.format(root=root) + "\nprint('GOT THROUGH')")
    assert "GOT THROUGH" not in printed
    assert any(
        f"[{name}]" in printed
        for name in ("PermissionError", "FileNotFoundError", "ModuleNotFoundError", "OSError", "ValueError")
    )


def test_a_child_sees_only_itself(sandbox: Sandbox) -> None:
    """No other process is in its /proc, and the environment tells nothing about the host."""
    printed = output_of(
        sandbox,
        "import os; print(sorted(p for p in os.listdir('/proc') if p.isdigit()), sorted(os.environ), os.getcwd())",
    )
    assert printed.startswith("['1'] ")
    assert "/root" not in printed
    assert "SSL" not in printed


def test_two_children_share_nothing(sandbox: Sandbox) -> None:
    """Neither files in /tmp nor changed modules reach the next child."""
    first = output_of(sandbox, "import torch; torch.allclose = None; open('/tmp/mark', 'w').write('x'); print('done')")
    second = output_of(sandbox, "import os, torch; print(torch.allclose is not None, os.path.exists('/tmp/mark'))")
    assert (first, second) == ("done\n", "True False\n")


def test_endless_loop_is_ended(sandbox: Sandbox) -> None:
    """A cell that ignores all signals and loops is killed at its time limit."""
    child = sandbox.spawn()
    deaf = "import signal\nfor s in range(1, 65):\n  try: signal.signal(s, signal.SIG_IGN)\n  except Exception: pass\n"
    source = deaf + "while True: pass"
    with pytest.raises(TimedOut, match="did not finish within 4 seconds"):
        child.run_cell(source)
    with pytest.raises(TimedOut):
        child.run_cell("1")


@pytest.mark.parametrize(
    ("source", "how"),
    [
        ("import os; os._exit(0)", "exited with code 0"),
        ("import ctypes; ctypes.string_at(0)", "SIGSEGV"),
        ("import os; os.abort()", "was ended by SIG"),
    ],
)
def test_a_death_is_told(sandbox: Sandbox, source: str, how: str) -> None:
    """A child that ends itself is `Crashed`, in words about how."""
    with pytest.raises(Crashed, match=how):
        sandbox.spawn().run_cell(source)


def test_memory_is_bounded(sandbox: Sandbox) -> None:
    """A tensor of 100 GB raises in the student's code and hurts nobody."""
    assert "[RuntimeError]" in output_of(sandbox, "import torch; torch.ones(25_000_000_000)")


def test_disk_is_bounded(sandbox: Sandbox) -> None:
    """More than the private /tmp holds can't be written."""
    source = (
        "for i in range(9):\n  with open(f'/tmp/{i}', 'wb') as f:\n    f.write(b'x' * (30 << 20))\nprint('GOT THROUGH')"
    )
    assert output_of(sandbox, source) == "[OSError]"


def test_output_is_bounded(sandbox: Sandbox) -> None:
    """A flood of output is cut and says so."""
    printed = output_of(sandbox, "for _ in range(1000): print('x' * 10_000)")
    assert len(printed) < 300_000
    assert printed.rstrip().endswith("the rest of this cell's output was cut")


def test_sys_exit_is_only_an_exception(sandbox: Sandbox) -> None:
    """SystemExit and KeyboardInterrupt in a cell are outputs; the child lives on."""
    child = sandbox.spawn()
    try:
        assert child.run_cell("import sys; sys.exit(0)").failed
        assert child.run_cell("raise KeyboardInterrupt").failed
        assert not child.run_cell("x = 1").failed
    finally:
        child.close()


SUPERVISOR = """
import os, sys, time
from autograder.sandbox import Level, Sandbox
sandbox = Sandbox.start(Level(sys.argv[1]))
child = sandbox.spawn()
print("ready", flush=True)
child.run_cell("while True: pass")
"""


@pytest.mark.parametrize("level", ["full", "none"])
def test_killing_the_supervisor_leaves_no_process(level: str) -> None:
    """SIGKILL of the grader takes the zygote and a child in an endless loop with it."""
    supervisor = subprocess.Popen(
        [sys.executable, "-c", SUPERVISOR, level], stdout=subprocess.PIPE, cwd=Path(__file__).parents[2], text=True
    )
    assert supervisor.stdout is not None
    with supervisor.stdout:
        assert supervisor.stdout.readline() == "ready\n"
        time.sleep(0.3)
        family = descendants(supervisor.pid)
        assert len(family) >= 2  # the zygote and the child at least
        supervisor.kill()
        supervisor.wait()
    deadline = time.monotonic() + 20
    while family & processes().keys() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not family & processes().keys()


Process = tuple[int, int]  # a pid and when it started: pids are used again


def processes() -> dict[Process, int]:
    """All processes that live, and their parents' pids."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if fields[0] != "Z":
            found[int(folder.name), int(fields[19])] = int(fields[1])
    return found


def descendants(pid: int) -> set[Process]:
    """Every process below this one. bubblewrap's children are reparented to its own first process, not away."""
    parents = processes()
    family = {pid}
    found: set[Process] = set()
    while more := {process for process, parent in parents.items() if parent in family} - found:
        found |= more
        family |= {process[0] for process in more}
    return found
