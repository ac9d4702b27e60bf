"""Level reduced: no namespaces, and still no file, no network, no process and no neighbour."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from autograder.sandbox import Crashed, Level, Sandbox, SandboxFailed, launching, libraries, probe

Printed = Callable[[str], str]

ROOT = Path(__file__).parents[2]
REFUSALS = ("PermissionError", "FileNotFoundError", "OSError", "ValueError")
ATTEMPTS = {
    "read the course": "open({root!r} + '/pyproject.toml')",
    "list the course": "import os; os.listdir({root!r})",
    "enter the course and read": "import os; os.chdir({root!r}); open('pyproject.toml')",
    "write to /tmp": "open('/tmp/made-by-a-student', 'w')",
    "write to shared memory": "open('/dev/shm/made-by-a-student', 'w')",
    "make a folder": "import os; os.mkdir('/tmp/made-by-a-student')",
    "make a link": "import os; os.symlink('/etc/passwd', '/tmp/made-by-a-student')",
    "change a mode": "import os; os.chmod({root!r} + '/pyproject.toml', 0o777)",
    "change a time": "import os; os.utime({root!r} + '/pyproject.toml')",
    "cut a file off": "import os; os.truncate({root!r} + '/pyproject.toml', 0)",
    "rename a file": "import os; os.rename({root!r} + '/pyproject.toml', {root!r} + '/x')",
    "remove a file": "import os; os.remove({root!r} + '/pyproject.toml')",
    "signal the first process": "import os; os.kill(1, 0)",
    "read what the zygote was told": "import os; open(f'/proc/{{os.getppid()}}/environ')",
    "read the zygote's memory": "import os; open(f'/proc/{{os.getppid()}}/mem', 'rb')",
    "raise a limit": "import resource as r; r.setrlimit(r.RLIMIT_CPU, (r.RLIM_INFINITY,) * 2)",
}


@pytest.mark.parametrize("attempt", ATTEMPTS.values(), ids=ATTEMPTS.keys())
def test_student_code_can_not(printed_at_reduced: Printed, attempt: str) -> None:
    """What neither namespaces nor Landlock alone would hold; test_isolation.py tries what level full refuses too."""
    output = printed_at_reduced(attempt.format(root=str(ROOT)) + "\nprint('GOT THROUGH')")
    assert output in [f"[{refusal}]" for refusal in REFUSALS]


def test_it_is_nobody(reduced: Sandbox) -> None:
    """As root, student code runs under an unused uid; no capability and a filter in any case."""
    with reduced.spawn() as child:
        status = Path(f"/proc/{child._process.pid}/status").read_text()
    fields = dict(line.split(":\t") for line in status.splitlines())
    assert {fields[name] for name in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb")} == {"0" * 16}
    assert (fields["NoNewPrivs"], fields["Seccomp"]) == ("1", "2")
    assert os.geteuid() != 0 or "0" not in fields["Uid"].split()


def test_what_notebooks_do_works(printed_at_reduced: Printed) -> None:
    """Imports, threads, training."""
    source = """
import json, sqlite3, threading, torch, numpy, msgspec
model = torch.nn.Linear(2, 1); optimizer = torch.optim.Adam(model.parameters())
model(torch.ones(3, 2)).sum().backward(); optimizer.step()
threading.Thread(target=print, args=("threads",)).start()
"""
    assert printed_at_reduced(source) == "threads\n"


def test_the_probe_proves_this_level_and_no_higher_one(reduced: Sandbox) -> None:
    """It can see files of the host, which is told."""
    probe.prove(reduced.spawn, Level.REDUCED)
    with pytest.raises(SandboxFailed, match="could"):
        probe.prove(reduced.spawn, Level.FULL)


def test_without_bubblewrap_this_level_is_the_best(monkeypatch: pytest.MonkeyPatch, reduced: Sandbox) -> None:
    """And the reason is kept."""
    monkeypatch.setattr(launching.shutil, "which", lambda name: None if name == "bwrap" else f"/usr/bin/{name}")
    with Sandbox.start() as sandbox:
        assert sandbox.level is Level.REDUCED
        assert sandbox.weakness == "full: bwrap is not installed (Debian, Ubuntu: apt-get install bubblewrap)"


def test_a_failed_step_is_told(reduced: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    """A child that can't give up its files runs nothing."""
    monkeypatch.setattr(reduced, "_readable", ["/there/is/no/such/folder"])
    with pytest.raises(SandboxFailed, match=r"could not be isolated: FileNotFoundError: .*/there/is"):
        reduced.spawn()


def test_an_installed_copy_of_the_package_can_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside it everything is."""
    own = tmp_path / "venv"
    for name in ("autograder", "torch", "numpy"):
        (own / name).mkdir(parents=True)
    monkeypatch.setattr(libraries, "site_packages", lambda: own)
    readable = libraries.readable(libraries.folders())
    assert {str(own / "numpy"), str(own / "torch")} < set(readable)
    assert not {str(own), str(own / "autograder")} & set(readable)


def test_the_next_child_starts(reduced: Sandbox, printed_at_reduced: Printed) -> None:
    """One that ends its process is told as at level full, and the next one starts."""
    with reduced.spawn() as own, pytest.raises(Crashed, match="exited with code 3"):
        own.run_cell("import os; os._exit(3)")
    assert printed_at_reduced("print(1)") == "1\n"
