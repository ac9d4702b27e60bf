"""What student code can't do at level full, each tried for real from inside."""

import ast
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from autograder.sandbox import Child, Crashed, Sandbox, libraries
from autograder.sandbox.inside import wire

Printed = Callable[[str], str]
ROOT = Path(__file__).parents[2]

ATTEMPTS = {
    "read the hidden tests": "open({root!r} + '/autograder/hidden_tests/attention/test_attention.py').read()",
    "see the course": "import os; os.stat({root!r})",
    "list the home folder": "import os; os.listdir('/root')",
    "read the user database": "open('/etc/passwd').read()",
    "import the package": "import autograder",
    "import the hidden tests": "import autograder.hidden_tests.attention.test_attention",
    "open an internet socket": "import socket; socket.socket(socket.AF_INET)",
    "open a datagram socket": "import socket; socket.socket(socket.AF_INET6, socket.SOCK_DGRAM)",
    "open a local socket": "import socket; socket.socket(socket.AF_UNIX)",
    "open a netlink socket": "import socket; socket.socket(socket.AF_NETLINK, socket.SOCK_RAW)",
    "look a name up": "import socket; socket.getaddrinfo('example.org', 80)",
    "fork": "import os; os.fork()",
    "start a process": "import multiprocessing as m; m.get_context('fork').Process(target=print).start()",
    "run a program": "import subprocess; subprocess.run(['/usr/bin/true'])",
    "become a program": "import os; os.execv('/usr/bin/true', ['true'])",
    "run a shell command": "get_ipython().system('true')",
    "write to a library": "open('/sandbox/site-packages/torch/__init__.py', 'a')",
    "write to the sandbox": "open('/sandbox/inside/x.py', 'w')",
    "write to /dev": "open('/dev/x', 'w')",
    "write to /usr/local": "open('/usr/local/x', 'w')",
    "write outside /tmp": "open('/x', 'w')",
    "open a terminal": "import os; os.openpty()",
    "trace the zygote": "open('/proc/2/mem', 'rb')",
    "change a kernel setting": "open('/proc/sys/kernel/core_pattern', 'w').write('x')",
    "raise a limit": "import resource as r; r.setrlimit(r.RLIMIT_AS, (r.RLIM_INFINITY,) * 2)",
    "kill everybody": "import os; os.kill(-1, 9)",
    "kill its group": "import os; os.kill(0, 9)",
    "kill the zygote": "import os; os.kill(os.getppid(), 9)",
    "become root": "import os; os.setuid(0)",
}
REFUSALS = ("PermissionError", "FileNotFoundError", "ModuleNotFoundError", "OSError", "ValueError", "gaierror")


@pytest.mark.parametrize("attempt", ATTEMPTS.values(), ids=ATTEMPTS.keys())
def test_student_code_can_not(printed: Printed, attempt: str) -> None:
    """The attempt raises, and what stands after it is never printed."""
    output = printed(attempt.format(root=str(ROOT)) + "\nprint('GOT THROUGH')")
    assert output in [f"[{name}]" for name in REFUSALS]


# What only namespaces give: without them code sees which files and processes exist.
NOT_AT_REDUCED = ("see the course", "trace the zygote")


@pytest.mark.parametrize("name", [name for name in ATTEMPTS if name not in NOT_AT_REDUCED])
def test_student_code_can_not_at_level_reduced(printed_at_reduced: Printed, name: str) -> None:
    """The same; test_level_reduced.py tries more."""
    output = printed_at_reduced(ATTEMPTS[name].format(root=str(ROOT)) + "\nprint('GOT THROUGH')")
    assert output in [f"[{refusal}]" for refusal in REFUSALS]


SYSTEM_CALLS = """
import ctypes, errno
libc = ctypes.CDLL(None, use_errno=True)
calls = dict(unshare=272, setns=308, mount=165, umount2=166, chroot=161, pivot_root=155, ptrace=101, bpf=321,
    process_vm_readv=310, io_uring_setup=425, userfaultfd=323, perf_event_open=298, keyctl=250, pidfd_open=434,
    open_by_handle_at=304, memfd_create=319, clone3=435, personality=135, init_module=175, shmget=29, execve=59)
for name, number in calls.items():
    ctypes.set_errno(0)
    result = libc.syscall(number, 0, 0, 0, 0, 0)
    if result != -1 or ctypes.get_errno() not in (errno.EPERM, errno.ENOSYS):
        print(name, result, ctypes.get_errno())
"""


def test_dangerous_system_calls_are_refused(printed: Printed) -> None:
    """By their numbers, past Python and libc."""
    assert printed(SYSTEM_CALLS) == ""


def test_calls_of_another_abi_end_the_child(child: Child) -> None:
    """`int 0x80` has other numbers for the same calls: the filter knows it."""
    source = """
import ctypes, mmap
code = mmap.mmap(-1, 4096, prot=7)
code.write(bytes.fromhex("53b802000000cd805bc3"))  # fork
ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(code)))()
"""
    with pytest.raises(Crashed, match=r"SIGSYS|SIGSEGV"):
        child.run_cell(source)


def seen_from_here(child: Child) -> Path:
    """The folder in our /proc of a child's process: it has none of its own."""
    pidfd = child._process.pidfd
    assert pidfd is not None
    lines = Path(f"/proc/self/fdinfo/{pidfd}").read_text().splitlines()
    return Path("/proc", next(line.split()[1] for line in lines if line.startswith("Pid:")))


def test_it_has_no_capability_and_no_way_to_one(child: Child) -> None:
    """All sets are empty, no_new_privs is set and a filter is loaded."""
    status = dict(line.split(":\t") for line in (seen_from_here(child) / "status").read_text().splitlines())
    assert {status[name] for name in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb")} == {"0" * 16}
    assert (status["NoNewPrivs"], status["Seccomp"], status["Groups"].strip()) == ("1", "2", "")
    assert "0" not in status["Uid"].split()


def test_a_child_sees_no_process(printed: Printed) -> None:
    """Nothing is in its /proc, where a list of what is mounted would tell our paths. It is alone in its namespace."""
    assert printed("import os; print(os.listdir('/proc'), os.getpid())") == "[] 1\n"


def test_it_holds_one_socket_and_nothing_else(child: Child) -> None:
    """Streams go to /dev/null, and 3 is the connection."""
    links = {int(link.name): os.readlink(link).partition(":")[0] for link in (seen_from_here(child) / "fd").iterdir()}
    assert links == {0: "/dev/null", 1: "/dev/null", 2: "/dev/null", 3: "socket"}


def test_the_environment_tells_nothing_about_the_host(printed: Printed) -> None:
    """No variable of ours, no path of ours, no host name."""
    source = (
        "import os, socket, sys; print(dict(os.environ), os.getcwd(), sys.path, sys.executable, socket.gethostname())"
    )
    output = printed(source)
    for secret in (str(ROOT), "/root", "/home", ".venv", "SSH", "USER"):
        assert secret not in output
    assert output.endswith("sandbox\n")


def test_the_file_system_holds_nothing_of_the_course(printed: Printed) -> None:
    """A hunt outside the interpreter and its libraries finds the sandbox's own modules, and no test or notebook."""
    source = """
import os
found = []
for folder, folders, files in os.walk("/"):
    if folder.startswith(("/proc", "/usr", "/sandbox/python", "/sandbox/site-packages")):
        folders.clear()
        continue
    found += [os.path.join(folder, file) for file in files if not folder.startswith("/dev")]
print(found)
"""
    found = set(ast.literal_eval(printed(source)))
    assert found - {"/etc/ld.so.cache"} == {
        f"/sandbox/inside/{path.relative_to(ROOT / 'autograder/sandbox/inside')}"
        for path in (ROOT / "autograder/sandbox/inside").rglob("*")
        if path.is_file()
    }


def test_the_interpreter_uses_its_own_library(printed: Printed) -> None:
    """Under a neutral path the loader must not fall back to the system's libpython, or another libc."""
    source = """
import ctypes
class Info(ctypes.Structure):
    _fields_ = [(name, ctypes.c_char_p) for name in ("file", "base", "symbol", "address")]
info = Info()
print(ctypes.CDLL(None).dladdr(ctypes.cast(ctypes.pythonapi.Py_IsInitialized, ctypes.c_void_p), ctypes.byref(info)))
print(info.file.decode())
"""
    found, file = printed(source).split()
    assert found != "0"
    place = "/usr/" if libraries.base_prefix() == Path("/usr") else "/sandbox/python/"
    assert file.startswith(place)


def test_two_children_share_nothing(printed: Printed) -> None:
    """Neither files, shared memory nor changed modules reach the next child."""
    first = printed(
        "import torch; torch.allclose = None\n"
        "for folder in ('/tmp', '/dev/shm'): open(folder + '/mark', 'w').write('x')\nprint('done')"
    )
    second = printed(
        "import os, torch; print(torch.allclose is None, os.path.exists('/tmp/mark'), os.path.exists('/dev/shm/mark'))"
    )
    assert (first, second) == ("done\n", "False False False\n")


def test_a_violent_sibling_hurts_nobody(sandbox: Sandbox, child: Child) -> None:
    """Signals to groups, threads and files of one child leave the other one running."""
    child.run_cell("x = 1")
    with sandbox.spawn() as violent:
        violent.run_cell(
            "import os, threading, time\n"
            "for pid in (0, -1, 2, os.getppid()):\n"
            "    try: os.kill(pid, 9)\n"
            "    except OSError: pass\n"
            "try:\n"
            "    while True: threading.Thread(target=time.sleep, args=(99,), daemon=True).start()\n"
            "except RuntimeError: print('no more threads')\n"
        )
        assert child.run_cell("import threading; threading.Thread(target=print, args=(x,)).start()").outputs == [
            wire.Stream("stdout", "1\n")
        ]


def test_threads_are_bounded(printed: Printed) -> None:
    """About as many as a library's pool may need."""
    output = printed(
        "import threading, time\nn = 0\ntry:\n    while True:\n"
        "        threading.Thread(target=time.sleep, args=(99,), daemon=True).start(); n += 1\n"
        "except RuntimeError: print(n)"
    )
    assert 8 <= int(output) < 64


def test_memory_is_bounded(printed: Printed) -> None:
    """A tensor of 100 GB raises in the student's code, and so does a growing list."""
    assert printed("import torch; torch.ones(25_000_000_000)") == "[RuntimeError]"
    grow = "import torch\ndef grow():\n    x = []\n    while True: x.append(torch.empty(1 << 24))\ngrow()"
    assert printed(grow) == "[RuntimeError]"


def test_shared_memory_is_bounded(printed: Printed) -> None:
    """Mappings that RLIMIT_DATA misses are held by RLIMIT_AS."""
    assert printed("import mmap\nkept = []\nwhile True: kept.append(mmap.mmap(-1, 1 << 28))") == "[OSError]"


@pytest.mark.parametrize("folder", ["/tmp", "/dev/shm"])
def test_disk_is_bounded(printed: Printed, folder: str) -> None:
    """More than the private folders hold can't be written, nor more files than a few thousand."""
    big = f"for i in range(9):\n  with open(f'{folder}/{{i}}', 'wb') as f:\n    f.write(b'x' * (30 << 20))\n"
    assert printed(big + "print('GOT THROUGH')") == "[OSError]"
    assert printed(f"for i in range(9000): open(f'{folder}/{{i}}', 'w').close()\nprint('GOT THROUGH')") == "[OSError]"


def test_a_file_is_bounded(printed: Printed) -> None:
    """Not by a signal that ends the process, but by an error."""
    assert printed("open('/tmp/big', 'wb').write(b'x' * (65 << 20))") == "[OSError]"


def test_ordinary_things_work(printed: Printed) -> None:
    """Files, threads, event loops, temporary folders and training need nothing that is refused."""
    source = """
import asyncio, shutil, tempfile, threading, torch
from concurrent.futures import ThreadPoolExecutor
with tempfile.TemporaryDirectory() as folder:
    torch.save(torch.ones(2), folder + "/x")
    shutil.copy2(folder + "/x", folder + "/y")
    print(torch.load(folder + "/y").tolist())
print(list(ThreadPoolExecutor(2).map(abs, [-1, 2])))
print(await asyncio.sleep(0.01, "slept"))
torch.set_num_threads(2); print((torch.ones(300, 300) @ torch.ones(300, 300)).sum().item())
model = torch.nn.Linear(2, 1); optimizer = torch.optim.Adam(model.parameters())
model(torch.ones(3, 2)).sum().backward(); optimizer.step(); print("trained")
"""
    assert printed(source) == "[1.0, 1.0]\n[1, 2]\nslept\n27000000.0\ntrained\n"
