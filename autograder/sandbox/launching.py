"""The command that starts a zygote, at each level."""

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from autograder.sandbox.bubblewrap import bwrap
from autograder.sandbox.faults import SandboxFailed
from autograder.sandbox.level import Level
from autograder.sandbox.libraries import (
    INSIDE,
    INSIDE_PLACE,
    LIBRARIES_PLACE,
    PYTHON_PLACE,
    ROOM,
    USR,
    VERSION,
    base_prefix,
    environment,
    folders,
    hidden,
    readable,
    site_packages,
)
from autograder.sandbox.unused_user import dropping, seen_by_all, unused_uid, with_copies

# No site-packages, user folder or current folder on the import path: it is set by hand. Not -I, which would
# make Python ignore PYTHONHASHSEED too; the environment is all ours anyway.
PYTHON_FLAGS = ["-S", "-s", "-P", "-B"]
PACKAGES = {"bwrap": "bubblewrap", "setpriv": "util-linux"}
START = "from inside.zygote import main; import socket; main(socket.socket(fileno={fd}))"


@dataclass(frozen=True)
class Launch:
    """A command to run, its whole environment, and the only paths that its children may then read, if that is held."""

    command: list[str]
    environment: dict[str, str]
    readable: list[str] = field(default_factory=list)


@contextmanager
def launch(level: Level, fd: int) -> Iterator[Launch]:
    """What starts a zygote of this level with the control socket as descriptor `fd`.

    Stay in the context until the zygote has started. Raises SandboxFailed where a program is missing.
    """
    if level is Level.NONE:
        paths = [str(INSIDE.parent), str(site_packages())]
        yield Launch(python(sys.executable, paths, fd), environment(tempfile.gettempdir()))
        return
    require(["bwrap"] * (level is Level.FULL) + ["setpriv"] * as_root())
    with (full if level is Level.FULL else reduced)(fd) as started:
        yield started


@contextmanager
def full(fd: int) -> Iterator[Launch]:
    """In bubblewrap."""
    interpreter = f"{USR}/bin/{VERSION}" if base_prefix() == USR else f"{PYTHON_PLACE}/bin/{VERSION}"
    command = python(interpreter, [ROOM, LIBRARIES_PLACE], fd)
    ours = {"PATH": os.environ.get("PATH", "/usr/bin:/bin")}
    if not as_root():
        yield Launch([*bwrap(folders(), hidden(folders())), *command], ours)
        return
    copies, before = with_copies(folders())
    yield Launch([*before, *dropping(unused_uid()), *bwrap(copies, hidden(folders())), *command], ours)


@contextmanager
def reduced(fd: int) -> Iterator[Launch]:
    """A process of its own, whose children give up all files but what they may read."""
    places, before, drop = folders(), list[str](), list[str]()
    tmp = tempfile.gettempdir()
    if as_root():
        tmp = next((tmp for tmp in (tmp, "/tmp", "/var/tmp") if seen_by_all(Path(tmp))), tmp)
        drop = dropping(uid := unused_uid())
        if not all(map(seen_by_all, places.values())):
            places, before = with_copies(places)
    interpreter = places.get(PYTHON_PLACE, USR) / "bin" / VERSION
    paths = [str(places[INSIDE_PLACE].parent), str(places[LIBRARIES_PLACE])]
    library = {"LD_LIBRARY_PATH": f"{places[PYTHON_PLACE]}/lib"} if PYTHON_PLACE in places else {}
    command = [*before, *drop, *python(str(interpreter), paths, fd)]
    with tempfile.TemporaryDirectory(prefix="autograder-", dir=tmp) as home:
        if as_root():
            os.chown(home, uid, -1)
        yield Launch(command, environment(home) | library, readable(places))


def as_root() -> bool:
    """Whether this process may become somebody else."""
    return os.geteuid() == 0


def require(programs: list[str]) -> None:
    """Raise SandboxFailed, with the package to install, for one of these that is missing."""
    for program in programs:
        if shutil.which(program) is None:
            package = PACKAGES[program]
            raise SandboxFailed(f"{program} is not installed (Debian, Ubuntu: apt-get install {package})")


def python(interpreter: str, paths: list[str], fd: int) -> list[str]:
    """The command of a zygote with exactly these import paths before the standard library's."""
    code = f"import sys; sys.path[:0] = {paths!r}; {START.format(fd=fd)}"
    return [interpreter, *PYTHON_FLAGS, "-c", code]
