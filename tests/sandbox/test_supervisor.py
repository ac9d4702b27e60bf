"""The supervisor: what it starts ends with it, and its own failures are told as ours."""

import os
import pwd
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from autograder.sandbox import (
    Child,
    Crashed,
    Level,
    Limits,
    Sandbox,
    SandboxFailed,
    launching,
    libraries,
    probe,
    unused_user,
)
from autograder.sandbox.inside import wire

ROOT = Path(__file__).parents[2]
SUPERVISOR = """
import sys
from autograder.sandbox import Level, Limits, Sandbox
from autograder.sandbox.inside import wire
sandbox = Sandbox(Level(sys.argv[1]), Limits())
child, sibling = sandbox.spawn(), sandbox.spawn()
print("ready", flush=True)
child.request(wire.RunCell(id=0, source="while True: pass"), 60)
"""


def descendants(ancestor: int) -> set[int]:
    """The processes below this one."""
    return {process.pid for process in psutil.Process(ancestor).children(recursive=True)}


def running(pids: set[int]) -> set[int]:
    """Those that still run; a zombie of somebody else's does not."""
    found = set()
    for pid in pids:
        try:
            if (Path("/proc") / str(pid) / "stat").read_text().rpartition(")")[2].split()[0] not in "ZX":
                found.add(pid)
        except OSError:
            continue
    return found


@pytest.mark.parametrize("level", [Level.FULL, Level.REDUCED, Level.NONE])
def test_killing_the_supervisor_leaves_no_process(level: Level, sandbox: Sandbox) -> None:
    """SIGKILL of the grader takes the zygote, a child in an endless loop and an idle one with it."""
    with subprocess.Popen(
        [sys.executable, "-c", SUPERVISOR, level], stdout=subprocess.PIPE, cwd=ROOT, text=True
    ) as supervisor:
        assert supervisor.stdout is not None
        assert supervisor.stdout.readline() == "ready\n"
        below = descendants(supervisor.pid)
        assert len(below) >= 3
        supervisor.kill()
    deadline = time.monotonic() + 5
    while running(below) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not running(below)


def test_nothing_is_left_open(sandbox: Sandbox) -> None:
    """No descriptor, and no child that the supervisor still waits for."""
    before = set(os.listdir("/proc/self/fd"))
    with sandbox.spawn() as child:
        child.run_cell("1")
    with sandbox.spawn() as child, pytest.raises(Crashed):
        child.run_cell("import os; os._exit(0)")
    assert set(os.listdir("/proc/self/fd")) == before
    assert not sandbox._exits
    assert not sandbox._living


def test_a_dead_zygote_is_our_failure() -> None:
    """Of the sandbox, not of the student: for the child that was running, and for the next one."""
    with Sandbox(Level.NONE, Limits()) as sandbox:
        child = sandbox.spawn()
        assert sandbox._process is not None
        sandbox._process.send_signal(signal.SIGKILL)
        sandbox._process.wait()
        for _ in range(2):
            with pytest.raises(SandboxFailed, match="the sandbox is gone"):
                child.run_cell("1")
        child.close()
        with pytest.raises(SandboxFailed, match="the sandbox is gone"):
            sandbox.spawn()


def test_a_closed_sandbox_spawns_nothing(plain_sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    """It says so as a failure of the harness."""
    with socket.socket(socket.AF_UNIX) as closed:
        monkeypatch.setattr(plain_sandbox, "_control", closed)
    with pytest.raises(SandboxFailed, match="the sandbox is gone"):
        plain_sandbox.spawn()


def test_a_child_that_can_not_be_isolated_runs_nothing(sandbox: Sandbox) -> None:
    """It says which step the kernel refused, as our failure."""
    limits, sandbox.limits = sandbox.limits, Limits(tmp_bytes=-1)
    try:
        with pytest.raises(SandboxFailed, match=r"could not be isolated: OSError: .*mount /tmp"):
            sandbox.spawn()
    finally:
        sandbox.limits = limits
    with sandbox.spawn() as child:
        assert not child.run_cell("1").failed


def test_a_zygote_that_does_not_start_tells_its_last_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it wrote on stderr."""
    monkeypatch.setattr(launching, "START", "raise SystemExit('no torch here')")
    with pytest.raises(SandboxFailed, match="the sandbox does not start: no torch here"):
        Sandbox(Level.NONE, Limits())


def test_the_probe_accepts_what_is_isolated(sandbox: Sandbox) -> None:
    """Level full is what the probe proved."""
    probe.prove(sandbox.spawn, Level.FULL)


def test_the_probe_refuses_what_is_not_isolated(plain_sandbox: Sandbox) -> None:
    """A plain process can read a file of the host, and the probe finds it out."""
    with pytest.raises(SandboxFailed, match="student code could read a file of the host"):
        probe.prove(plain_sandbox.spawn, Level.FULL)


def test_the_probe_does_not_take_an_accident_for_isolation(child: Child) -> None:
    """An attempt that fails for a reason of its own is no proof."""

    def spawn() -> Child:
        child.run_cell("import socket; del socket.AF_INET")
        return child

    with pytest.raises(SandboxFailed, match="AttributeError"):
        probe.prove(spawn, Level.FULL)


def test_bubblewrap_never_runs_as_root() -> None:
    """As root, the command drops to an unused uid first; the environment is never ours."""
    with launching.launch(Level.FULL, 9) as launch:
        script = " ".join(launch.command)
    if os.geteuid() == 0:
        assert "setpriv --reuid=" in script
        assert script.index("--bounding-set=-all") < script.index("bwrap --unshare-all")
    assert set(launch.environment) == {"PATH"}
    assert "--cap-drop ALL --clearenv" in script
    assert str(ROOT / "tests") not in script


def test_installed_copies_of_the_package_are_hidden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever a bound folder holds one: in its own site-packages, or in the interpreter's."""
    own, base = tmp_path / "venv", tmp_path / "python"
    theirs = base / "lib" / libraries.VERSION / "site-packages"
    for folder in (own, theirs):
        (folder / "autograder").mkdir(parents=True)
    monkeypatch.setattr(libraries, "site_packages", lambda: own)
    monkeypatch.setattr(libraries, "base_prefix", lambda: base)
    assert libraries.hidden(libraries.folders()) == [
        f"/sandbox/python/lib/{libraries.VERSION}/site-packages/autograder",
        "/sandbox/site-packages/autograder",
    ]


def test_the_unused_uid_is_nobodys() -> None:
    """Not in the user database, and so not root's either."""
    with pytest.raises(KeyError):
        pwd.getpwuid(unused_user.unused_uid())


def test_warmth_reaches_the_child(child: Child) -> None:
    """What a notebook usually does imports nothing more: a child must not pay for it."""
    source = """
import sys, torch
before = set(sys.modules)
model = torch.nn.TransformerEncoderLayer(8, 2, batch_first=True)
torch.optim.AdamW(model.parameters())
model(torch.randn(2, 3, 8)).sum().backward()
torch.optim.SGD(model.parameters(), 0.1).step()
print(torch.randn(2), file=sys.__stderr__)
"""
    assert not child.run_cell(source).failed
    (after,) = child.run_cell("len(set(sys.modules) - before)").outputs
    assert isinstance(after, wire.Display)
    assert int(after.data["text/plain"]) < 20
