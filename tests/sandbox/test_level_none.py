"""Level none: the same protocol in a plain process, and what little a plain process can hold back."""

import time
from pathlib import Path

import pytest

from autograder.sandbox import Child, Crashed, Level, Sandbox, TimedOut, probe
from autograder.sandbox.inside import wire


def test_it_needs_no_other_program(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing is installed and the kernel has no Landlock, level none starts and says why there is no better."""
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setattr(probe, "AT_REDUCED", "print('do as it pleases')")
    with Sandbox.start() as sandbox, sandbox.spawn() as child:
        assert sandbox.level is Level.NONE
        assert "bwrap is not installed (Debian, Ubuntu: apt-get install bubblewrap)" in sandbox.weakness
        assert "reduced: " in sandbox.weakness
        assert child.run_cell("1").outputs == [wire.Display({"text/plain": "1"}, True)]


def test_no_file_of_ours_is_open(plain_child: Child) -> None:
    """Descriptors are as at level full."""
    (output,) = plain_child.run_cell(
        "import os\n[fd for fd in range(256) if os.path.lexists(f'/proc/self/fd/{fd}')]"
    ).outputs
    assert output == wire.Display({"text/plain": "[0, 1, 2, 3]"}, True)


def test_a_time_out_ends_what_the_child_started(plain_child: Child) -> None:
    """Its processes are in its group."""
    plain_child.run_cell("import os, time\npid = os.fork()\nif not pid:\n    time.sleep(60)")
    reply = plain_child.request(wire.Get(id=0, name="pid"), 3.0)
    assert isinstance(reply, wire.Returned)
    grandchild = reply.values[0]
    with pytest.raises(TimedOut):
        plain_child.request(wire.RunCell(id=0, source="while True: pass"), 0.3)
    deadline = time.monotonic() + 5
    while Path(f"/proc/{grandchild}").exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not Path(f"/proc/{grandchild}").exists()


def test_a_death_is_told(plain_child: Child) -> None:
    """As at level full."""
    with pytest.raises(Crashed, match="exited with code 3"):
        plain_child.run_cell("import os; os._exit(3)")


def test_memory_and_signals_to_the_group_are_held(plain_sandbox: Sandbox, plain_child: Child) -> None:
    """The limits hold, and kill(0) reaches the child alone."""
    ran = plain_child.run_cell("import torch; torch.ones(25_000_000_000)")
    assert isinstance(ran.outputs[0], wire.Error)
    with pytest.raises(Crashed, match="was killed by the system"):
        plain_child.run_cell("import os; os.kill(0, 9)")
    with plain_sandbox.spawn() as sibling:
        assert not sibling.run_cell("1").failed
