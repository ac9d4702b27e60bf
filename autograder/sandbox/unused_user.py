"""As root, student code runs under a uid that is nobody's.

That uid can't read an interpreter in a home folder of mode 0700. So root binds what the sandbox needs into a folder
that every system has, in a mount namespace that only this command sees.
"""

import os
import pwd
import shlex
from pathlib import Path

from autograder.sandbox.faults import SandboxFailed

UNUSED_UIDS = range(61_000, 65_000)
ROOMS = tuple(map(Path, ("/srv", "/mnt", "/opt", "/media")))  # of the file system standard


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


def dropping(uid: int) -> list[str]:
    """What to put before a command, so that it runs under this uid, without groups and capabilities."""
    drop = ["setpriv", f"--reuid={uid}", f"--regid={uid}", "--clear-groups", "--no-new-privs"]
    return [*drop, "--inh-caps=-all", "--bounding-set=-all"]


def with_copies(bound: dict[str, Path]) -> tuple[dict[str, Path], list[str]]:
    """Where everybody sees the folders `bound`, and what root puts before a command, so that it sees them there.

    Raises SandboxFailed where there is no place for that.
    """
    rooms = [room for room in ROOMS if room.is_dir() and not any(f.is_relative_to(room) for f in bound.values())]
    if not rooms:
        raise SandboxFailed(f"none of {', '.join(map(str, ROOMS))} is a folder without anything of ours")
    copies = {place: rooms[0] / Path(place).name for place in bound}
    lines = [f"mount -t tmpfs -o mode=0755,size=1M none {rooms[0]}"]
    for place, folder in bound.items():
        lines += [f"mkdir {copies[place]}", f"mount --bind {shlex.quote(str(folder))} {copies[place]}"]
    lines.append('exec "$@"')
    return copies, ["unshare", "--mount", "--propagation", "private", "sh", "-ec", "\n".join(lines), "sh"]


def seen_by_all(folder: Path) -> bool:
    """Whether every user may enter and list this folder."""
    above = all(parent.stat().st_mode & 0o001 for parent in folder.parents)
    return above and folder.stat().st_mode & 0o005 == 0o005
