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
from dataclasses import dataclass
from pathlib import Path

from autograder.errors import HarnessError

INSIDE = Path(__file__).parent / "inside"
ROOM = "/sandbox"
START = "from inside.zygote import main; import socket, sys; main(socket.socket(fileno=int(sys.argv[1])))"
TMP_BYTES = 64 << 20


@dataclass(frozen=True)
class Launch:
    """A command to run with the control socket as descriptor `fd`, and a folder to remove when it ended."""

    command: list[str]
    environment: dict[str, str]
    scratch: Path | None


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
        "PYTHONDONTWRITEBYTECODE": "1",
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "MKL_NUM_THREADS": "1",
    }


def site_packages() -> Path:
    """Where torch and the other libraries lie."""
    return Path(sysconfig.get_paths()["purelib"])


def start_code(paths: list[str]) -> str:
    """Python code that starts the zygote with exactly these import paths before the standard library's."""
    return f"import sys; sys.path[:0] = {paths!r}; {START}"


def plain(fd: int) -> Launch:
    """A zygote without isolation (level none): a process of the same user, with the same files."""
    code = start_code([str(INSIDE.parent), str(site_packages())])
    return Launch([sys.executable, "-I", "-S", "-c", code, str(fd)], environment(tempfile.gettempdir()), None)


def isolated(fd: int) -> Launch:
    """A zygote inside bubblewrap (level full). Raises HarnessError where bubblewrap is missing."""
    if shutil.which("bwrap") is None:
        raise HarnessError("bubblewrap is not installed (Debian, Ubuntu: apt-get install bubblewrap)")
    shared = {f"{ROOM}/inside": INSIDE, f"{ROOM}/site-packages": site_packages()}
    base = Path(sys.base_prefix).resolve()
    in_usr = base == Path("/usr")
    if not in_usr:
        shared[f"{ROOM}/python"] = base
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    python = f"/usr/bin/{version}" if in_usr else f"{ROOM}/python/bin/{version}"
    if os.geteuid() == 0:
        scratch = Path(tempfile.mkdtemp(prefix="autograder-"))
        scratch.chmod(0o711)
        sources = {target: scratch / Path(target).name for target in shared}
    else:
        scratch, sources = None, shared
    command = bwrap(sources, [python, "-I", "-S", "-c", start_code([ROOM, f"{ROOM}/site-packages"]), str(fd)])
    if scratch is not None:
        uid = unused_uid()
        drop = ["setpriv", f"--reuid={uid}", f"--regid={uid}", "--clear-groups", "--no-new-privs"]
        drop += ["--inh-caps=-all", "--bounding-set=-all"]
        lines = [f"mount -t tmpfs -o mode=0755,size=1M none {shlex.quote(str(scratch))}"]
        for target, source in shared.items():
            place = shlex.quote(str(sources[target]))
            lines += [f"mkdir {place}", f"mount --bind {shlex.quote(str(source))} {place}"]
        lines.append("exec " + shlex.join([*drop, *command]))
        command = ["unshare", "--mount", "--propagation", "private", "sh", "-ec", "\n".join(lines)]
    return Launch(command, {"PATH": os.environ.get("PATH", "/usr/bin:/bin")}, scratch)


def bwrap(sources: dict[str, Path], python: list[str]) -> list[str]:
    """bubblewrap's own command line: read-only system libraries and `sources`, everything else empty."""
    arguments = ["bwrap", "--unshare-all", "--unshare-user", "--die-with-parent", "--new-session"]
    arguments += ["--cap-drop", "ALL", "--clearenv", "--hostname", "sandbox"]
    arguments += ["--ro-bind", "/usr", "/usr"]
    for link in ("lib", "lib64", "bin"):
        if Path(f"/{link}").is_symlink():
            arguments += ["--symlink", f"usr/{link}", f"/{link}"]
        elif Path(f"/{link}").is_dir():
            arguments += ["--ro-bind", f"/{link}", f"/{link}"]
    arguments += ["--dir", "/etc", "--ro-bind-try", "/etc/ld.so.cache", "/etc/ld.so.cache"]
    # What a site installed under /usr/local is no library that we asked for.
    arguments += ["--tmpfs", "/usr/local", "--proc", "/proc", "--dev", "/dev"]
    arguments += ["--size", str(TMP_BYTES), "--tmpfs", "/tmp", "--dir", "/home"]
    for target, source in sources.items():
        arguments += ["--ro-bind", str(source), target]
    if (site_packages() / "autograder").is_dir():
        arguments += [
            "--tmpfs",
            f"{ROOM}/site-packages/autograder",
        ]  # an installed package holds hidden tests
    for name, value in environment("/tmp").items():
        arguments += ["--setenv", name, value]
    if f"{ROOM}/python" in sources:
        # The interpreter may look for its library at its original path first, which doesn't exist in here.
        arguments += ["--setenv", "LD_LIBRARY_PATH", f"{ROOM}/python/lib"]
    arguments += [
        "--remount-ro",
        "/dev",
        "--remount-ro",
        "/usr/local",
        "--remount-ro",
        "/",
        "--chdir",
        "/tmp",
    ]
    return [*arguments, *python]


def unused_uid() -> int:
    """A uid that is nobody's: not in the user database, and no process runs under it."""
    taken = {entry.pw_uid for entry in pwd.getpwall()}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            taken.add(folder.stat().st_uid)
        except OSError:
            continue
    return next(uid for uid in range(61_000, 65_000) if uid not in taken)
