"""The zygote: a process with everything imported and warmed up, which forks one child per submission.

It holds no secret and runs no student code. On its control socket it first gets the seccomp program, then
one spawn request after another, each with the child's ends of two sockets: one to serve on, one to report
on. It sends a record for every process below it that ended. When the control socket closes, it ends, and
its children with it.
"""

import fcntl
import gc
import os
import select
import signal
import socket
import struct
import sys
import traceback
from contextlib import suppress

import msgspec
from IPython.core.interactiveshell import InteractiveShell

from . import cells, from_scratch, isolate, landlock, serve, warm

MAX_CONTROL = 1 << 16
SETUP_FAILED = 97  # exit code of a child that could not be isolated
SERVING, REPORT = 3, 4  # a child's descriptors; the second one is closed before student code runs


class Spawn(msgspec.Struct, frozen=True):
    """Fork a child under this confinement. Its two sockets come along with the message."""

    confinement: isolate.Confinement


# A process ended: its pid as the zygote sees it, the status of wait4, CPU seconds, peak memory in bytes.
EXIT = struct.Struct("<qqdq")
READY = EXIT.pack(0, 0, 0.0, 0)


def main(control: socket.socket) -> None:
    """Serve the supervisor until it closes its end."""
    (length,) = struct.unpack("<I", control.recv(4, socket.MSG_WAITALL))
    program = control.recv(length, socket.MSG_WAITALL) if length else b""
    shell = cells.make_shell()
    warm.up(shell)
    from_scratch.guard_builtins()
    if sys.platform == "linux":
        isolate.become_subreaper()
        tasks = len(os.listdir("/proc/self/task"))
        if tasks != 1:
            raise RuntimeError(f"{tasks} threads: a fork of this process could hang")
    gc.collect()
    gc.freeze()  # what lives now stays shared with all children
    warm.gather_memory()

    wake, woken = os.pipe()
    os.set_blocking(wake, False)
    os.set_blocking(woken, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(woken, warn_on_full_buffer=False)
    decode = msgspec.msgpack.Decoder(Spawn).decode
    control.sendall(READY)
    while True:
        ready, _, _ = select.select([control.fileno(), wake], [], [])
        if wake in ready:
            with suppress(BlockingIOError):
                while os.read(wake, 4096):
                    pass
            _send_exits(control)
        if control.fileno() in ready:
            data, descriptors, _, _ = socket.recv_fds(control, MAX_CONTROL, 2)
            if not data:
                os._exit(0)  # the supervisor is gone or done
            connection, report = descriptors
            _spawn(connection, report, decode(data).confinement, program, shell)
            os.close(connection)
            os.close(report)


def _send_exits(control: socket.socket) -> None:
    with suppress(ChildProcessError):
        while True:
            pid, status, usage = os.wait4(-1, os.WNOHANG)
            if not pid:
                return
            unit = 1 if sys.platform == "darwin" else 1024
            seconds = usage.ru_utime + usage.ru_stime
            try:
                control.sendall(EXIT.pack(pid, status, seconds, usage.ru_maxrss * unit))
            except OSError:
                os._exit(0)


def _spawn(
    connection: int, report: int, confinement: isolate.Confinement, program: bytes, shell: InteractiveShell
) -> None:
    """Fork a process that makes the namespaces and forks the child in them; returns in the zygote only."""
    parent = os.getpid()
    if os.fork():
        return
    try:
        if confinement.namespaces:
            isolate.unshare_namespaces()
            child = os.fork()
            if child:
                _tell_pid(report, child)
                os._exit(0)
        else:
            isolate.die_with_parent(parent)
            _tell_pid(report, os.getpid())
        os.setsid()  # process groups cross PID namespaces: kill(0, 9) must not reach the zygote
        _keep_two_sockets(connection, report)
        report = REPORT
        _give_up_all_else(confinement, program)
        server = serve.Server(socket.socket(fileno=SERVING), shell)
        os.close(report)
        report = -1
        server.run()
    except BaseException:
        with suppress(OSError):
            os.write(report, traceback.format_exc()[-2000:].encode())
    os._exit(SETUP_FAILED)


def _tell_pid(report: int, pid: int) -> None:
    """Tell the supervisor which process to kill: its pid here, and where the system has them a pidfd."""
    channel = socket.socket(fileno=os.dup(report))
    text = str(pid).encode()
    if hasattr(os, "pidfd_open"):
        socket.send_fds(channel, [text], [os.pidfd_open(pid)])
    else:
        channel.send(text)


def _keep_two_sockets(connection: int, report: int) -> None:
    """The descriptors SERVING and REPORT, nothing on the standard streams, and no other."""
    null = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(null, descriptor)
    # Both may be 3 or 4 themselves: move them out of the way first.
    connection, report = fcntl.fcntl(connection, fcntl.F_DUPFD, 5), fcntl.fcntl(report, fcntl.F_DUPFD, 5)
    os.dup2(connection, SERVING, inheritable=False)
    os.dup2(report, REPORT, inheritable=False)
    os.closerange(5, 1 << 16)


def _give_up_all_else(confinement: isolate.Confinement, program: bytes) -> None:
    """Files, groups, capabilities, system calls."""
    if confinement.namespaces:
        isolate.mount_private_folders(confinement)
    os.chdir("/tmp" if confinement.readable is None else "/")
    os.umask(0o077)
    isolate.forget_inherited_signals()
    isolate.limit_resources(confinement)
    if confinement.holds:
        isolate.gain_no_privileges()
        if confinement.readable is not None:
            landlock.restrict(confinement.readable, [os.devnull])
        isolate.drop_capabilities()
        isolate.load_seccomp(program)
