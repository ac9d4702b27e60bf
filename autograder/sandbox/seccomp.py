"""The system calls that student code may make: an allowlist, compiled to BPF by libseccomp.

Unknown means denied. No process, no program, no socket but local pairs, no signal but to itself.
"""

import errno
import tempfile
from functools import cache

from autograder.sandbox.faults import SandboxFailed
from autograder.sandbox.level import Level

# Memory, files within the private mounts, threads, time, polling: what numpy, torch and IPython need.
ALLOWED = """
read write readv writev pread64 pwrite64 preadv pwritev preadv2 pwritev2 lseek close close_range
dup dup2 dup3 pipe pipe2 open openat creat stat fstat lstat newfstatat statx access faccessat faccessat2
readlink readlinkat getdents getdents64 getcwd chdir fchdir mkdir mkdirat rmdir unlink unlinkat
rename renameat renameat2 link linkat symlink symlinkat chmod fchmod fchmodat utimensat utime utimes
futimesat truncate ftruncate fallocate fsync fdatasync sync_file_range flock umask statfs fstatfs
fadvise64 copy_file_range sendfile splice tee
mmap munmap mremap mprotect madvise msync mincore brk membarrier mlock2 munlock
futex futex_waitv set_robust_list get_robust_list rseq set_tid_address exit exit_group wait4 waitid
gettid getpid getppid getpgid getpgrp getsid getuid geteuid getgid getegid getresuid getresgid getgroups
rt_sigaction rt_sigprocmask rt_sigreturn rt_sigsuspend rt_sigpending rt_sigtimedwait sigaltstack
restart_syscall pause nanosleep clock_nanosleep clock_gettime clock_getres gettimeofday time times
alarm setitimer getitimer timer_create timer_settime timer_gettime timer_delete timer_getoverrun
timerfd_create timerfd_settime timerfd_gettime
poll ppoll select pselect6 epoll_create epoll_create1 epoll_ctl epoll_wait epoll_pwait epoll_pwait2
eventfd eventfd2 signalfd4 sendto recvfrom sendmsg recvmsg shutdown
getsockname getpeername getsockopt setsockopt
sched_yield sched_getaffinity sched_getparam sched_getscheduler sched_get_priority_max
sched_get_priority_min getcpu getpriority getrusage getrlimit sysinfo uname getrandom arch_prctl capget
""".split()
# Callers fall back when the kernel says that it doesn't have these.
ABSENT = "clone3 memfd_create get_mempolicy mbind set_mempolicy".split()
# Or that the file system doesn't have these.
NO_ATTRIBUTES = "getxattr lgetxattr fgetxattr listxattr llistxattr flistxattr setxattr lsetxattr fsetxattr".split()

CLONE_THREAD = 0x10000
NEW_NAMESPACES = 0x20000 | 0x2000000 | 0x4000000 | 0x8000000 | 0x10000000 | 0x20000000 | 0x40000000 | 0x80
LOW_WORD = 0xFFFFFFFF  # of int arguments the kernel ignores what stands above
AF_UNIX = 1
SELF = 1  # a child is pid 1 where it lives, at level full
# Where it lives among others it sends no signal, and leaves alone what Landlock does not hold.
SIGNALS = ("kill", "tgkill")
NOT_HELD = "chmod fchmod fchmodat utime utimes utimensat futimesat truncate flock".split()
# Of the calls that do many things, the things that are allowed: (call, position of the argument, values).
SOME = (
    ("ioctl", 1, (0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)),  # terminal queries, FIONREAD, FIONBIO, FIO(N)CLEX
    ("fcntl", 1, (0, 1, 2, 3, 4, 5, 6, 7, 1030, 1032)),  # descriptors, flags, locks, size of a pipe
    ("prctl", 0, (15, 16, 0x53564D41)),  # names of threads and mappings
    ("prlimit64", 2, (0,)),  # read, not set
    ("socketpair", 0, (AF_UNIX,)),  # asyncio wakes itself with one
    ("kill", 0, (SELF,)),
    ("tgkill", 0, (SELF,)),
)


@cache
def program(level: Level) -> bytes:
    """The filter of this level as BPF instructions; none at level none. Raises SandboxFailed without libseccomp."""
    if level is Level.NONE:
        return b""
    refused = () if level is Level.FULL else (*SIGNALS, *NOT_HELD)
    try:
        import pyseccomp as seccomp
    except (ImportError, OSError, RuntimeError) as error:
        raise SandboxFailed(
            f"libseccomp is not installed (Debian, Ubuntu: apt-get install libseccomp2): {error}"
        ) from None
    rules = seccomp.SyscallFilter(defaction=seccomp.ERRNO(errno.EPERM))
    rules.set_attr(seccomp.Attr.ACT_BADARCH, seccomp.KILL_PROCESS)  # calls by another ABI, such as int 0x80
    for name in ALLOWED:
        if name in refused:
            continue
        try:
            rules.add_rule(seccomp.ALLOW, name)
        except (OSError, ValueError):
            continue  # a call that this architecture doesn't have
    for names, number in ((ABSENT, errno.ENOSYS), (NO_ATTRIBUTES, errno.ENOTSUP)):
        for name in names:
            rules.add_rule(seccomp.ERRNO(number), name)
    for name, position, values in SOME:
        if name in refused:
            continue
        mask = 2**64 - 1 if name == "prlimit64" else LOW_WORD  # a pointer there
        for value in values:
            rules.add_rule(seccomp.ALLOW, name, seccomp.Arg(position, seccomp.MASKED_EQ, mask, value))
    # New threads, but neither processes nor namespaces.
    threads = seccomp.Arg(0, seccomp.MASKED_EQ, NEW_NAMESPACES | CLONE_THREAD, CLONE_THREAD)
    rules.add_rule(seccomp.ALLOW, "clone", threads)
    with tempfile.TemporaryFile() as file:
        rules.export_bpf(file)
        file.seek(0)
        return file.read()
