"""How well student code is isolated, and what one child may use."""

from dataclasses import dataclass
from enum import StrEnum

from autograder.sandbox.inside.isolate import Confinement

MIB, GIB = 1 << 20, 1 << 30


class Level(StrEnum):
    """What stands between student code and the machine; announced in every result.

    `FULL`: bubblewrap, namespaces, seccomp and limits. `REDUCED`, for machines without user namespaces: Landlock,
    seccomp, limits and, as root, an unused uid; its code can tell which files exist, and has no /tmp. `NONE`: a
    process of its own with limits, for one's own notebooks only: its code can read what the user can read.
    """

    FULL = "full"
    REDUCED = "reduced"
    NONE = "none"


@dataclass(frozen=True, kw_only=True)
class Limits:
    """What one child may use. Wall-clock seconds are generous, since machines are busy; CPU seconds are hard."""

    cell_seconds: float = 30.0
    call_seconds: float = 10.0
    cpu_seconds: int = 180
    data_bytes: int = 2 * GIB
    address_bytes: int = 4 * GIB
    file_bytes: int = 64 * MIB
    tmp_bytes: int = 64 * MIB

    def confinement(self, level: Level, readable: list[str]) -> Confinement:
        """The limits in the form that the child applies to itself; at level reduced it reads `readable` alone."""
        return Confinement(
            namespaces=level is Level.FULL,
            readable=readable if level is Level.REDUCED else None,
            cpu_seconds=self.cpu_seconds,
            data_bytes=self.data_bytes,
            address_bytes=self.address_bytes,
            file_bytes=self.file_bytes,
            tmp_bytes=self.tmp_bytes,
        )
