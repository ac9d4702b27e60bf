"""The system calls that student code may make: an allowlist, compiled to BPF by libseccomp.

Unknown means denied. No process, no program, no socket but local pairs, no signal but to itself.
"""

import errno
import tempfile
from functools import cache

# Memory, files within the private mounts, threads, time, polling: what numpy, torch and IPython need.
ALLOWED = """
read write readv writev pread64 pwrite64 preadv pwritev preadv2 pwritev2 lseek close close_range
dup dup2 dup3 pipe pipe2
open openat creat stat fstat lstat newfstatat statx access faccessat faccessat2 readlink readlinkat
getdents getdents64 getcwd chdir fchdir mkdir mkdirat rmdir unlink unlinkat rename renameat renameat2
link linkat symlink symlinkat chmod fchmod fchmodat utimensat utime utimes futimesat truncate ftruncate
fallocate fsync fdatasync sync_file_range flock umask statfs fstatfs fadvise64 copy_file_range sendfile splice tee
mmap munmap mremap mprotect madvise msync mincore brk membarrier mlock2 munlock
futex futex_waitv set_robust_list get_robust_list rseq set_tid_address gettid getpid getppid getpgid getpgrp getsid
getuid geteuid getgid getegid getresuid getresgid getgroups exit exit_group wait4 waitid
rt_sigaction rt_sigprocmask rt_sigreturn rt_sigsuspend rt_sigpending rt_sigtimedwait sigaltstack restart_syscall pause
nanosleep clock_nanosleep clock_gettime clock_getres gettimeofday time times alarm setitimer getitimer
timer_create timer_settime timer_gettime timer_delete timer_getoverrun timerfd_create timerfd_settime timerfd_gettime
poll ppoll select pselect6 epoll_create epoll_create1 epoll_ctl epoll_wait epoll_pwait eventfd eventfd2 signalfd4
sendto recvfrom sendmsg recvmsg shutdown getsockname getpeername getsockopt setsockopt
sched_yield sched_getaffinity sched_getparam sched_getscheduler sched_get_priority_max sched_get_priority_min
getcpu getpriority getrusage getrlimit sysinfo uname getrandom arch_prctl capget
""".split()
ABSENT = (
    "clone3",
    "memfd_create",
    "get_mempolicy",
    "mbind",
    "set_mempolicy",
)  # callers fall back without them

CLONE_THREAD = 0x10000
NEW_NAMESPACES = 0x20000 | 0x2000000 | 0x4000000 | 0x8000000 | 0x10000000 | 0x20000000 | 0x40000000 | 0x80
LOW_WORD = 0xFFFFFFFF  # int arguments: the kernel ignores what stands above
IOCTLS = (
    0x5401,
    0x5413,
    0x541B,
    0x5421,
    0x5451,
    0x5450,
)  # terminal queries, FIONREAD, FIONBIO, close-on-exec
FCNTLS = (0, 1, 2, 3, 4, 5, 6, 7, 1030, 1032)
PRCTLS = (15, 16, 0x53564D41)  # names of threads and mappings


@cache
def program() -> bytes:
    """The filter as BPF instructions. Raises ImportError or OSError where libseccomp is missing."""
    import pyseccomp as seccomp

    rules = seccomp.SyscallFilter(defaction=seccomp.ERRNO(errno.EPERM))
    for name in ALLOWED:
        try:
            rules.add_rule(seccomp.ALLOW, name)
        except (OSError, ValueError):
            continue  # a call that this architecture doesn't have
    for name in ABSENT:
        rules.add_rule(seccomp.ERRNO(errno.ENOSYS), name)
    equal = seccomp.MASKED_EQ
    # New threads, but neither processes nor namespaces.
    rules.add_rule(seccomp.ALLOW, "clone", seccomp.Arg(0, equal, NEW_NAMESPACES | CLONE_THREAD, CLONE_THREAD))
    for name in ("kill", "tgkill"):
        rules.add_rule(seccomp.ALLOW, name, seccomp.Arg(0, equal, LOW_WORD, 1))  # a child is pid 1 where it lives
    rules.add_rule(seccomp.ALLOW, "socketpair", seccomp.Arg(0, seccomp.EQ, 1))  # asyncio wakes itself with one
    rules.add_rule(seccomp.ALLOW, "prlimit64", seccomp.Arg(2, seccomp.EQ, 0))  # read, not set
    for name, position, values in (("ioctl", 1, IOCTLS), ("fcntl", 1, FCNTLS), ("prctl", 0, PRCTLS)):
        for value in values:
            rules.add_rule(seccomp.ALLOW, name, seccomp.Arg(position, equal, LOW_WORD, value))
    with tempfile.TemporaryFile() as file:
        rules.export_bpf(file)
        file.seek(0)
        return file.read()
