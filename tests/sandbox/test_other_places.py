"""The sandbox for an ordinary user, and on a machine with little room in /tmp; both are set up by root, as in CI."""

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from autograder import bank
from autograder.assignment import Assignment
from autograder.bank import as_submission
from autograder.course import Course
from autograder.grading import grade
from autograder.sandbox import Sandbox
from autograder.sandbox.libraries import VERSION, base_prefix, site_packages
from autograder.sandbox.unused_user import dropping, unused_uid

ROOT = Path(__file__).parents[2]
SCRIPT = """
import os, sys
from autograder.sandbox import Level, Sandbox
for level in (Level.FULL, Level.REDUCED):
    with Sandbox.start(level) as sandbox, sandbox.spawn() as child:
        print(os.geteuid(), sys.prefix != sys.base_prefix, sandbox.level, child.run_cell("1 + 1").outputs[0].data)
"""
BEST = """
import os
from autograder.sandbox import Level, Sandbox, SandboxFailed
try:
    Sandbox.start(Level.FULL)
except SandboxFailed as failed:
    print("refused:", failed)
open("/home/ada/secret", "w").close()
with Sandbox.start() as sandbox, sandbox.spawn() as child:
    print(os.geteuid(), sandbox.level)
    print(sandbox.weakness)
    print(child.run_cell("open('/home/ada/secret')").outputs[0].kind)
"""
# A user namespace in which no further one can be made, with all users in it: its maps can only be written from outside.
WITHOUT_NAMESPACES = """
mkfifo "$0"
unshare --user sh -ec 'read go < "$0"; exec "$@"' "$0" \\
    sh -ec 'echo 0 > /proc/sys/user/max_user_namespaces; exec "$@"' sh "$@" &
until [ "$(readlink /proc/$!/ns/user)" != "$(readlink /proc/self/ns/user)" ]; do sleep 0.01; done
echo 0 0 65536 > /proc/$!/uid_map
echo 0 0 65536 > /proc/$!/gid_map
echo go > "$0"
wait $!
"""
needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can set up another user's home, or a small disk")


def in_a_mount_namespace(lines: list[str], command: list[str]) -> subprocess.CompletedProcess[str]:
    """Run a command after these lines of shell, which may mount what nobody else sees."""
    script = "\n".join([*lines, 'exec "$@"'])
    whole = ["unshare", "--mount", "--propagation", "private", "sh", "-ec", script, "sh", *command]
    return subprocess.run(whole, capture_output=True, text=True, timeout=120)


def at_home(uid: int) -> tuple[list[str], list[str]]:
    """Lines that lay the interpreter, a virtual environment and the package below a folder of mode 0700 of this user's,
    and the beginning of a command that runs Python there as that user."""
    home = Path("/home/ada")
    python, course = home / "python", home / "course"
    libraries = course / ".venv" / "lib" / VERSION / "site-packages"
    binary = course / ".venv" / "bin" / "python"
    lines = [
        "mount -t tmpfs -o mode=0755 none /home",
        f"mkdir -p {python} {libraries} {course}/autograder {binary.parent}",
        f"mount --bind {shlex.quote(str(base_prefix()))} {python}",
        f"mount --bind {shlex.quote(str(site_packages()))} {libraries}",
        f"mount --bind {shlex.quote(str(ROOT / 'autograder'))} {course}/autograder",
        f"ln -s {python}/bin/{VERSION} {binary}",
        f"printf 'home = {python}/bin\\n' > {course}/.venv/pyvenv.cfg",
        f"chown {uid}:{uid} {home} && chmod 0700 {home}",
        f"cd {course}",
    ]
    environment = ["env", "-i", "PATH=/usr/bin:/bin", f"HOME={home}", f"LD_LIBRARY_PATH={python}/lib"]
    return lines, [*dropping(uid), *environment, str(binary)]


@needs_root
def test_an_ordinary_user_with_all_in_a_home_folder(sandbox: Sandbox) -> None:
    """Both levels start, as that user."""
    uid = unused_uid()
    lines, python = at_home(uid)
    done = in_a_mount_namespace(lines, [*python, "-c", SCRIPT])
    assert done.stdout.splitlines() == [
        f"{uid} True full {{'text/plain': '2'}}",
        f"{uid} True reduced {{'text/plain': '2'}}",
    ], done.stderr


@needs_root
def test_an_ordinary_user_where_namespaces_are_off(tmp_path: Path, sandbox: Sandbox) -> None:
    """As in many containers: level full says that it can't be had, and why; what one gets is reduced, and holds."""
    uid = unused_uid()
    lines, python = at_home(uid)
    command = ["sh", "-ec", WITHOUT_NAMESPACES, str(tmp_path / "go"), *python, "-c", BEST]
    done = in_a_mount_namespace(lines, command)
    refused, best, weakness, secret = done.stdout.splitlines() or pytest.fail(done.stderr)
    assert refused.startswith("refused:")
    assert best == f"{uid} reduced"
    assert weakness
    assert secret == "PermissionError"


@needs_root
def test_little_room_for_temporary_files(tmp_path: Path, sandbox: Sandbox) -> None:
    """Some tens of kilobytes are enough for the grader's own."""
    small = tmp_path / "small"
    small.mkdir()
    lines = [
        f"mount -t tmpfs -o mode=1777,size=64k none {shlex.quote(str(small))}",
        f"cd {shlex.quote(str(ROOT))}",
        f"export TMPDIR={shlex.quote(str(small))}",
    ]
    done = in_a_mount_namespace(lines, [sys.executable, "-c", SCRIPT])
    assert [line.split()[2] for line in done.stdout.splitlines()] == ["full", "reduced"], done.stderr


@pytest.mark.parametrize("name", ["attention", "decoders"])
def test_a_right_answer_gets_full_marks_at_level_reduced(name: str, home: Course, reduced: Sandbox) -> None:
    """Nothing that the exercises need is missing there."""
    assignment = Assignment.load(home, name)
    result = grade(as_submission(assignment, bank.reference(home, assignment)), assignment, reduced, "0", shrink=False)
    assert (result.score, result.isolation) == (result.max_score, "reduced")
