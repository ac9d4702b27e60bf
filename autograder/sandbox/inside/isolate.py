"""How a forked process gives up everything but the processor: namespaces, mounts, limits, capabilities, seccomp.

Only system calls by their C names and numbers; each step raises OSError with its name when the kernel
refuses it, and a child that could not be isolated never runs student code.
"""

import ctypes
import mmap
import os
import resource
import signal
import sys

import msgspec

# Of clone(2) and unshare(2).
NEW_MOUNTS, NEW_CGROUP, NEW_HOSTNAME, NEW_IPC = 0x20000, 0x2000000, 0x4000000, 0x8000000
NEW_USER, NEW_PIDS, NEW_NETWORK = 0x10000000, 0x20000000, 0x40000000
ALL_NAMESPACES = NEW_MOUNTS | NEW_CGROUP | NEW_HOSTNAME | NEW_IPC | NEW_USER | NEW_PIDS | NEW_NETWORK

MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_REC, MS_PRIVATE = 1, 2, 4, 8, 0x4000, 0x40000
PR_SET_PDEATHSIG, PR_SET_SECCOMP, PR_CAPBSET_DROP = 1, 22, 24
PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS, PR_CAP_AMBIENT = 36, 38, 47
PR_CAP_AMBIENT_CLEAR_ALL, SECCOMP_MODE_FILTER = 4, 2
CAPABILITY_VERSION_3 = 0x20080522

_libc = ctypes.CDLL(None, use_errno=True)


class Confinement(msgspec.Struct, frozen=True, kw_only=True):
    """What one child may use.

    Without `namespaces` of its own it may read no file but those below `readable`; where that is None too, nothing
    but a process separates it (level none).
    """

    namespaces: bool
    readable: list[str] | None
    cpu_seconds: int
    data_bytes: int
    address_bytes: int
    file_bytes: int
    tmp_bytes: int

    @property
    def holds(self) -> bool:
        """Whether the child is to be isolated: then no step may fail."""
        return self.namespaces or self.readable is not None


def _check(result: int, what: str) -> None:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")


def become_subreaper() -> None:
    """Orphans below this process become its children, so that it learns how they ended."""
    _check(_libc.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0), "subreaper")


def die_with_parent(parent: int) -> None:
    """Without a PID namespace to go down with, at least Linux ends this process when its parent ends."""
    if sys.platform == "linux":
        _check(_libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0), "parent death signal")
        if os.getppid() != parent:
            os._exit(0)  # it ended before we asked


def unshare_namespaces() -> None:
    """New user, process, mount, network, IPC, host name and cgroup namespaces; the next fork is pid 1 in them."""
    uid, gid = os.getuid(), os.getgid()
    _check(_libc.unshare(ALL_NAMESPACES), "unshare")
    for name, text in (("setgroups", "deny"), ("uid_map", f"{uid} {uid} 1"), ("gid_map", f"{gid} {gid} 1")):
        with open(f"/proc/self/{name}", "w") as file:
            file.write(text)


def mount_private_folders(confinement: Confinement) -> None:
    """Empty, bounded /tmp and /dev/shm of the child's own, and nothing in /proc.

    A /proc of its own would show no other process, but where this machine keeps what is mounted: the course's path.
    """
    _check(_libc.mount(b"none", b"/", None, MS_REC | MS_PRIVATE, None), "private mounts")
    options = f"size={confinement.tmp_bytes},nr_inodes=4096,mode=1777".encode()
    safe = MS_NOSUID | MS_NODEV
    _check(_libc.mount(b"tmpfs", b"/tmp", b"tmpfs", safe, options), "mount /tmp")
    _check(_libc.mount(b"tmpfs", b"/dev/shm", b"tmpfs", safe | MS_NOEXEC, options), "mount /dev/shm")
    empty = ["/proc"]
    if os.path.isdir("/dev/pts"):  # a terminal opened there would be seen by all children
        empty.append("/dev/pts")
    for folder in empty:
        options = b"size=4k,mode=555"
        flags = safe | MS_NOEXEC | MS_RDONLY
        _check(_libc.mount(b"tmpfs", folder.encode(), b"tmpfs", flags, options), f"mount {folder}")


def limit_resources(confinement: Confinement) -> None:
    """Hard limits. As pid 1 a process ignores the soft CPU signal, so the hard limit lies right behind it."""
    limits = {
        resource.RLIMIT_CPU: (confinement.cpu_seconds, confinement.cpu_seconds + 1),
        resource.RLIMIT_FSIZE: (confinement.file_bytes,) * 2,
        resource.RLIMIT_NOFILE: (256, 256),
        resource.RLIMIT_CORE: (0, 0),
        resource.RLIMIT_DATA: (confinement.data_bytes,) * 2,
        resource.RLIMIT_AS: (confinement.address_bytes,) * 2,  # DATA misses shared mappings
    }
    if confinement.namespaces:
        limits[resource.RLIMIT_NPROC] = (64, 64)  # elsewhere it counts what else the user runs
    if confinement.holds:
        limits |= {
            resource.RLIMIT_MEMLOCK: (0, 0),
            resource.RLIMIT_MSGQUEUE: (0, 0),
        }
    for limit, value in limits.items():
        try:
            resource.setrlimit(limit, value)
        except (ValueError, OSError):
            if confinement.holds:
                raise  # some systems know no address limit; only there, without isolation, that is no error


def has_room(size: int) -> bool:
    """Whether this process may still get `size` bytes of memory. It gives them back untouched."""
    try:
        mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS).close()
    except (OSError, MemoryError):
        return False
    return True


def drop_capabilities() -> None:
    """No capability in any set, none to be had again."""
    _check(_libc.prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0), "ambient capabilities")
    for capability in range(64):
        _libc.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)  # fails for numbers that this kernel doesn't know
    header = (ctypes.c_uint32 * 2)(CAPABILITY_VERSION_3, 0)
    _check(_libc.capset(ctypes.byref(header), ctypes.byref((ctypes.c_uint32 * 6)())), "capset")


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_void_p))


def gain_no_privileges() -> None:
    """Whatever program this process became, it would gain nothing; filters may only be set after that."""
    _check(_libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "no new privileges")


def load_seccomp(program: bytes) -> None:
    """Install a system call filter, given as BPF instructions of 8 bytes; it can't be taken off again."""
    buffer = ctypes.create_string_buffer(program, len(program))
    loaded = _Program(len(program) // 8, ctypes.cast(buffer, ctypes.c_void_p))
    _check(_libc.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.byref(loaded), 0, 0), "seccomp")


def forget_inherited_signals() -> None:
    """The zygote's handlers are not the child's."""
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
