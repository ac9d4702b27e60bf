"""The zygote: a process with everything imported and warmed up, which forks one child per submission.

It holds no secret and runs no student code. On its control socket it first gets the seccomp program, then
one spawn request after another, each with the child's ends of two sockets; it sends a record for each
child that ended. When the socket closes, it ends, and its children with it.
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
import torch
from IPython.core.interactiveshell import InteractiveShell

from . import cells, isolate, serve

MAX_CONTROL = 1 << 16
SETUP_FAILED = 97


class Spawn(msgspec.Struct, frozen=True):
    """Fork a child under this confinement. Its sockets come along: for serving, and to report its pid on."""

    confinement: isolate.Confinement


# A child ended: its pid as the zygote sees it, the status of wait4, CPU seconds, peak memory in bytes.
EXIT = struct.Struct("<qqdq")
READY = EXIT.pack(0, 0, 0.0, 0)


def warm_up() -> InteractiveShell:
    """Do once what is slow the first time, so that no child has to.

    The first optimizer step alone imports modules for seconds.
    """
    torch.set_num_threads(1)
    x = torch.randn(2, 3, 8, requires_grad=True)
    layer = torch.nn.TransformerEncoderLayer(8, 2, dim_feedforward=8, batch_first=True)
    layer(x).sum().backward()
    for optimizer in (torch.optim.AdamW(layer.parameters()), torch.optim.SGD(layer.parameters(), lr=0.1)):
        optimizer.step()
    torch.nn.functional.cross_entropy(torch.zeros(2, 4), torch.zeros(2, dtype=torch.long))
    torch.nn.functional.scaled_dot_product_attention(x, x, x)
    torch.nn.Embedding(4, 4)(torch.tensor([1]))
    torch.einsum("bik,bjk->bij", x, x).softmax(-1).masked_fill(torch.ones(3, 3).tril() == 0, 0.0)
    torch.testing.assert_close(x, x)
    torch.polar(torch.ones(2), torch.ones(2))
    repr(x)
    shell = cells.make_shell()
    shell.run_cell("import math; math.pi", store_history=False)
    serve.guard_builtins()
    serve.seed_everything(0)
    return shell


def _spawn(connection: int, report: int, request: Spawn, program: bytes, shell: InteractiveShell) -> None:
    """Fork the middle process, which makes the namespaces and forks the child; returns in the zygote only."""
    if os.fork():
        return
    try:
        if request.confinement.namespaces:
            isolate.unshare_namespaces()
            child = os.fork()
            if child:
                _report(report, child)
                os._exit(0)
        else:
            isolate.die_with_parent()
            _report(report, os.getpid())
        _become_child(connection, report, request.confinement, program)
        serve.Server(socket.socket(fileno=3), shell).run()
    except BaseException:
        trouble = traceback.format_exc()[-2000:].encode()
        with suppress(OSError):
            os.write(4, b"!" + trouble)
    os._exit(SETUP_FAILED)


def _report(report: int, pid: int) -> None:
    """Tell the supervisor the process to kill: its pid here, and where the system has them a pidfd."""
    channel = socket.socket(fileno=os.dup(report))
    text = str(pid).encode()
    if hasattr(os, "pidfd_open"):
        socket.send_fds(channel, [text], [os.pidfd_open(pid)])
    else:
        channel.send(text)


def _become_child(connection: int, report: int, confinement: isolate.Confinement, program: bytes) -> None:
    """From here on nothing is left but the one socket: files, groups, capabilities and system calls go."""
    os.setsid()  # process groups cross PID namespaces: kill(0, 9) must not reach the zygote
    if confinement.namespaces:
        isolate.mount_private_folders(confinement)
    null = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(null, descriptor)
    # Both may be 3 or 4 themselves: move them out of the way first.
    connection, report = fcntl.fcntl(connection, fcntl.F_DUPFD, 5), fcntl.fcntl(report, fcntl.F_DUPFD, 5)
    os.dup2(connection, 3)
    os.dup2(report, 4)
    os.closerange(5, 1 << 16)
    os.chdir("/tmp")
    os.umask(0o077)
    isolate.forget_inherited_signals()
    isolate.limit_resources(confinement)
    if confinement.namespaces:
        isolate.drop_capabilities()
        isolate.load_seccomp(program)
    cells.redirect()
    os.close(4)


def main(control: socket.socket) -> None:
    """Serve the supervisor until it closes its end."""
    (length,) = struct.unpack("<I", control.recv(4, socket.MSG_WAITALL))
    program = control.recv(length, socket.MSG_WAITALL) if length else b""
    shell = warm_up()
    if hasattr(os, "fork") and sys.platform == "linux":
        isolate.become_subreaper()
        tasks = os.listdir("/proc/self/task")
        if len(tasks) != 1:
            raise RuntimeError(f"{len(tasks)} threads: a fork of this process would hang")
    gc.collect()
    gc.freeze()  # what lives now stays shared with all children
    control.sendall(READY)

    wake, woken = os.pipe()
    os.set_blocking(wake, False)
    os.set_blocking(woken, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(woken, warn_on_full_buffer=False)
    decode = msgspec.msgpack.Decoder(Spawn).decode
    while True:
        ready, _, _ = select.select([control.fileno(), wake], [], [])
        if wake in ready:
            _drain(wake)
            _send_exits(control)
        if control.fileno() in ready:
            data, descriptors, _, _ = socket.recv_fds(control, MAX_CONTROL, 2)
            if not data:
                os._exit(0)  # the supervisor is gone or done; children die with this process
            connection, report = descriptors
            _spawn(connection, report, decode(data), program, shell)
            os.close(connection)
            os.close(report)


def _drain(pipe: int) -> None:
    try:
        while os.read(pipe, 4096):
            pass
    except BlockingIOError:
        pass


def _send_exits(control: socket.socket) -> None:
    while True:
        try:
            pid, status, usage = os.wait4(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if not pid:
            return
        try:
            control.sendall(EXIT.pack(pid, status, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024))
        except OSError:
            os._exit(0)
