"""The command that starts a zygote inside bubblewrap, with neutral paths and nothing of the course in sight.

bubblewrap is never run as uid 0: capabilities would stay, and the host could be written. As root we first
drop to an unused uid. That uid can't read an interpreter in a home folder of mode 0700, so root binds what
the sandbox needs onto a scratch folder, in a mount namespace that only this command sees.
"""

import os
import pwd
import shlex
import shutil
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from autograder.sandbox.faults import SandboxFailed
from autograder.sandbox.level import MIB, Level

INSIDE = Path(__file__).resolve().parent / "inside"
PACKAGE = INSIDE.parents[1]
ROOM = "/sandbox"
USR = Path("/usr")
VERSION = f"python{sys.version_info.major}.{sys.version_info.minor}"
# No site-packages, user folder or current folder on the import path: it is set by hand. Not -I, which would
# make Python ignore PYTHONHASHSEED too; the environment is all ours anyway.
PYTHON_FLAGS = ["-S", "-s", "-P", "-B"]
START = "from inside.zygote import main; import socket; main(socket.socket(fileno={fd}))"
# The part of /tmp and /dev that the zygote itself sees; children get their own.
ZYGOTE_TMP_BYTES = 64 * MIB
UNUSED_UIDS = range(61_000, 65_000)


@dataclass(frozen=True)
class Launch:
    """A command to run, and its whole environment."""

    command: list[str]
    environment: dict[str, str]


@contextmanager
def launch(level: Level, fd: int) -> Iterator[Launch]:
    """What starts a zygote of this level with the control socket as descriptor `fd`.

    Stay in the context until the zygote has started. Raises SandboxFailed where bubblewrap is missing.
    """
    if level is Level.NONE:
        paths = [str(INSIDE.parent), str(site_packages())]
        yield Launch(python(sys.executable, paths, fd), environment(tempfile.gettempdir()))
        return
    if shutil.which("bwrap") is None:
        raise SandboxFailed("bubblewrap is not installed (Debian, Ubuntu: apt-get install bubblewrap)")
    interpreter = f"{USR}/bin/{VERSION}" if base_prefix() == USR else f"{ROOM}/python/bin/{VERSION}"
    command = python(interpreter, [ROOM, f"{ROOM}/site-packages"], fd)
    ours = {"PATH": os.environ.get("PATH", "/usr/bin:/bin")}
    if os.geteuid() != 0:
        yield Launch([*bwrap(folders()), *command], ours)
        return
    scratch = Path(tempfile.mkdtemp(prefix="autograder-"))
    scratch.chmod(0o711)
    try:
        yield Launch(as_unused_user(folders(), scratch, command), ours)
    finally:
        scratch.rmdir()  # the mounts on it live in a namespace of their own: here it is an empty folder


def python(interpreter: str, paths: list[str], fd: int) -> list[str]:
    """The command of a zygote with exactly these import paths before the standard library's."""
    code = f"import sys; sys.path[:0] = {paths!r}; {START.format(fd=fd)}"
    return [interpreter, *PYTHON_FLAGS, "-c", code]


def environment(tmp: str) -> dict[str, str]:
    """The whole environment of a zygote: nothing of ours passes through."""
    return {
        "PATH": "/usr/bin:/bin",
        "HOME": tmp,
        "TMPDIR": tmp,
        "LANG": "C.UTF-8",
        "IPYTHONDIR": f"{tmp}/.ipython",
        "MPLBACKEND": "Agg",
        "MPLCONFIGDIR": f"{tmp}/.matplotlib",
        "PYTHONHASHSEED": "0",
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "MKL_NUM_THREADS": "1",
    }


def base_prefix() -> Path:
    """Where the interpreter itself is installed."""
    return Path(sys.base_prefix).resolve()


def site_packages() -> Path:
    """Where torch and the other libraries lie."""
    return Path(sysconfig.get_path("purelib")).resolve()


def folders() -> dict[str, Path]:
    """What is bound into the sandbox besides /usr: place there → folder here."""
    bound = {f"{ROOM}/inside": INSIDE, f"{ROOM}/site-packages": site_packages()}
    if base_prefix() != USR:
        bound[f"{ROOM}/python"] = base_prefix()
    return bound


def hidden(bound: dict[str, Path]) -> list[str]:
    """Places in the sandbox where an installed copy of this package, hidden tests and all, would be seen."""
    libraries = [site_packages(), *base_prefix().glob(f"lib/{VERSION}/*-packages")]
    packages = {PACKAGE, *(folder / PACKAGE.name for folder in libraries)}
    return sorted(
        str(place / package.relative_to(folder))
        for place, folder in [(USR, USR), *((Path(place), folder) for place, folder in bound.items())]
        for package in packages
        if package.is_relative_to(folder) and package.is_dir()
    )


def as_unused_user(bound: dict[str, Path], scratch: Path, command: list[str]) -> list[str]:
    """Run `command` in bubblewrap from root: bind the folders below `scratch`, drop to an unused uid, go on."""
    uid = unused_uid()
    drop = ["setpriv", f"--reuid={uid}", f"--regid={uid}", "--clear-groups", "--no-new-privs"]
    drop += ["--inh-caps=-all", "--bounding-set=-all"]
    copies = {place: scratch / Path(place).name for place in bound}
    lines = [f"mount -t tmpfs -o mode=0755,size=1M none {shlex.quote(str(scratch))}"]
    for place, folder in bound.items():
        copy = shlex.quote(str(copies[place]))
        lines += [f"mkdir {copy}", f"mount --bind {shlex.quote(str(folder))} {copy}"]
    lines.append("exec " + shlex.join([*drop, *bwrap(copies, hidden(bound)), *command]))
    return ["unshare", "--mount", "--propagation", "private", "sh", "-ec", "\n".join(lines)]


def bwrap(bound: dict[str, Path], empty: list[str] | None = None) -> list[str]:
    """bubblewrap and its options: system libraries and `bound`, read-only, everything else empty."""
    options = ["--unshare-all", "--unshare-user", "--die-with-parent", "--new-session", "--cap-drop", "ALL"]
    options += ["--clearenv", "--hostname", "sandbox", "--ro-bind", "/usr", "/usr"]
    for name in ("lib", "lib64", "bin"):
        if Path(f"/{name}").is_symlink():
            options += ["--symlink", f"usr/{name}", f"/{name}"]
        elif Path(f"/{name}").is_dir():
            options += ["--ro-bind", f"/{name}", f"/{name}"]
    options += ["--dir", "/etc", "--ro-bind-try", "/etc/ld.so.cache", "/etc/ld.so.cache"]
    # What a site installed under /usr/local is no library that we asked for.
    options += ["--tmpfs", "/usr/local", "--remount-ro", "/usr/local"]
    options += ["--proc", "/proc", "--dev", "/dev", "--remount-ro", "/dev"]
    options += ["--size", str(ZYGOTE_TMP_BYTES), "--tmpfs", "/tmp", "--dir", "/home"]
    for place, folder in bound.items():
        options += ["--ro-bind", str(folder), place]
    for place in hidden(bound) if empty is None else empty:
        options += ["--tmpfs", place, "--remount-ro", place]
    for name, value in environment("/tmp").items():
        options += ["--setenv", name, value]
    if f"{ROOM}/python" in bound:
        # The interpreter may look for its library at its original path first, which doesn't exist in here.
        options += ["--setenv", "LD_LIBRARY_PATH", f"{ROOM}/python/lib"]
    return ["bwrap", *options, "--remount-ro", "/", "--chdir", "/tmp"]


def unused_uid() -> int:
    """A uid that is nobody's: not in the user database, and no process runs under it."""
    taken = {entry.pw_uid for entry in pwd.getpwall()}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            taken.add(folder.stat().st_uid)
        except OSError:
            continue
    free = [uid for uid in UNUSED_UIDS if uid not in taken]
    return free[os.getpid() % len(free)]  # graders that start side by side should choose different ones
