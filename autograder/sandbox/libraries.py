"""What a zygote needs of this machine: the interpreter, its libraries, the sandbox's own modules; and what it must not
see of them, which is an installed copy of this package, hidden tests and all.
"""

import sys
import sysconfig
from pathlib import Path

INSIDE = Path(__file__).resolve().parent / "inside"
PACKAGE = INSIDE.parents[1]
USR = Path("/usr")
VERSION = f"python{sys.version_info.major}.{sys.version_info.minor}"
# Where bubblewrap shows them; the folders' names are theirs at every level.
ROOM = "/sandbox"
INSIDE_PLACE, LIBRARIES_PLACE, PYTHON_PLACE = f"{ROOM}/inside", f"{ROOM}/site-packages", f"{ROOM}/python"
# The system's own, besides the interpreter. What a site installed under /usr/local is no library that we asked for.
SYSTEM = ("/usr/bin", "/usr/lib", "/usr/lib64", "/usr/share", "/lib", "/lib64", "/bin", "/etc/ld.so.cache")


def base_prefix() -> Path:
    """Where the interpreter itself is installed."""
    return Path(sys.base_prefix).resolve()


def site_packages() -> Path:
    """Where torch and the other libraries lie."""
    return Path(sysconfig.get_path("purelib")).resolve()


def folders() -> dict[str, Path]:
    """What a zygote needs besides the system's libraries: place in bubblewrap → folder here."""
    needed = {INSIDE_PLACE: INSIDE, LIBRARIES_PLACE: site_packages()}
    if base_prefix() != USR:
        needed[PYTHON_PLACE] = base_prefix()
    return needed


def hidden(needed: dict[str, Path]) -> list[str]:
    """Places where an installed copy of this package would be seen."""
    return sorted(
        str(place / package.relative_to(folder))
        for place, folder in [(USR, USR), *((Path(place), folder) for place, folder in needed.items())]
        for package in copies_of_ours()
        if package.is_relative_to(folder) and package.is_dir()
    )


def copies_of_ours() -> set[Path]:
    """Where this package may lie: here, in the libraries, in those of the interpreter."""
    libraries = [site_packages(), *base_prefix().glob(f"lib/{VERSION}/*-packages")]
    return {PACKAGE, *(folder / PACKAGE.name for folder in libraries)}


def readable(places: dict[str, Path]) -> list[str]:
    """The paths that code may read where nothing can be hidden from it: all of `places` but copies of this package.

    `places` says where the needed folders are seen.
    """
    found = [path for path in SYSTEM if Path(path).exists()]
    for place, folder in folders().items():
        found += [str(places[place] / path.relative_to(folder)) for path in without_ours(folder)]
    return found


def without_ours(folder: Path) -> list[Path]:
    """Only the folder itself; or if a copy of this package lies below it, what lies beside that."""
    ours = copies_of_ours() if folder != INSIDE else set()
    if folder in ours:
        return []
    if not any(package.is_relative_to(folder) and package.exists() for package in ours):
        return [folder]
    return [path for below in sorted(folder.iterdir()) for path in without_ours(below)]


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
        "THP_MEM_ALLOC_ENABLE": "1",  # torch asks for huge pages: large tensors come with fewer page faults
    }
