"""Landlock: a process gives up all files but those below a few folders, which it may read. Linux 5.13 and later.

Only system calls by their numbers, which are the same on all architectures. See landlock(7).
"""

import ctypes
import os

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
VERSION_ONLY = 1  # flag of CREATE_RULESET
PATH_BENEATH = 1  # kind of rule
EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
# Rights that a rule can name, by version: those that are not handled stay allowed, so all are.
RIGHTS_BY_VERSION = {1: 1 << 13, 2: 1 << 14, 3: 1 << 15, 5: 1 << 16}  # the first bit that is not known yet
CONNECT_AND_SIGNAL = 3  # scopes of version 6

_libc = ctypes.CDLL(None, use_errno=True)


class _Ruleset(ctypes.Structure):
    _fields_ = (("files", ctypes.c_uint64), ("network", ctypes.c_uint64), ("scoped", ctypes.c_uint64))


class _PathBeneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("allowed", ctypes.c_uint64), ("folder", ctypes.c_int32))


def _call(number: int, *arguments: object) -> int:
    result: int = _libc.syscall(number, *arguments)
    if result < 0:
        error = ctypes.get_errno()
        raise OSError(error, f"Landlock: {os.strerror(error)}")
    return result


def version() -> int:
    """The version of the kernel's interface. Raises OSError where it has none."""
    return _call(CREATE_RULESET, None, ctypes.c_size_t(0), VERSION_ONLY)


def restrict(readable: list[str], writable: list[str]) -> None:
    """From now on this process opens nothing but what lies below `readable`, for reading, and the files `writable`.

    Needs no_new_privs. Raises OSError.
    """
    known = version()
    files = next(bit for since, bit in sorted(RIGHTS_BY_VERSION.items(), reverse=True) if since <= known) - 1
    scoped = CONNECT_AND_SIGNAL if known >= 6 else 0
    # A kernel that doesn't know a field takes none of it.
    size = 24 if known >= 6 else 16 if known >= 4 else 8
    ruleset = _call(
        CREATE_RULESET, ctypes.byref(_Ruleset(files, 3 if known >= 4 else 0, scoped)), ctypes.c_size_t(size), 0
    )
    try:
        for path in readable:
            _allow(ruleset, path, EXECUTE | READ_FILE | (READ_DIR if os.path.isdir(path) else 0))
        for path in writable:
            _allow(ruleset, path, READ_FILE | WRITE_FILE)
        _call(RESTRICT_SELF, ruleset, 0)
    finally:
        os.close(ruleset)


def _allow(ruleset: int, path: str, rights: int) -> None:
    folder = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        _call(ADD_RULE, ruleset, PATH_BENEATH, ctypes.byref(_PathBeneath(rights, folder)), 0)
    finally:
        os.close(folder)
