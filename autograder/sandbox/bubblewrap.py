"""bubblewrap's options: neutral paths and nothing of the course in sight.

It is never run as uid 0: capabilities would stay, and the host could be written.
"""

from pathlib import Path

from autograder.sandbox.level import MIB
from autograder.sandbox.libraries import PYTHON_PLACE, environment

# The part of /tmp and /dev that the zygote itself sees; children get their own.
ZYGOTE_TMP_BYTES = 64 * MIB


def bwrap(bound: dict[str, Path], hidden: list[str]) -> list[str]:
    """bubblewrap and its options: system libraries and `bound`, read-only, `hidden` empty, and nothing else."""
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
    for place in hidden:
        options += ["--tmpfs", place, "--remount-ro", place]
    for name, value in environment("/tmp").items():
        options += ["--setenv", name, value]
    if PYTHON_PLACE in bound:
        # The interpreter may look for its library at its original path first, which doesn't exist in here.
        options += ["--setenv", "LD_LIBRARY_PATH", f"{PYTHON_PLACE}/lib"]
    return ["bwrap", *options, "--remount-ro", "/", "--chdir", "/tmp"]
