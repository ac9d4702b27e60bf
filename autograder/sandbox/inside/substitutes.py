"""What works on the student's machine and can't work here: run differently, or refused in plain words."""

import functools
import inspect
import subprocess
from typing import Any

import torch
import torch.utils.data
from IPython.core.interactiveshell import InteractiveShell

NO_PROGRAMS = "the grader runs no other programs: `!`, `%%bash` and subprocess work on your own machine only"
NO_COMPILER = "the grader has no compiler: leave torch.compile out of the code that you hand in"

ONLY_FOR_WORKERS = (
    "num_workers",
    "timeout",
    "multiprocessing_context",
    "prefetch_factor",
    "persistent_workers",
)


def install(shell: InteractiveShell) -> None:
    """Put the substitutes in place, once, before any student code runs."""
    for owner, name, substitute in (
        (shell, "system", _no_programs),
        (shell, "getoutput", _no_programs),
        (subprocess.Popen, "__init__", _no_programs),
        (torch, "compile", _no_compiler),
    ):
        setattr(owner, name, substitute)
    _load_in_this_process(torch.utils.data.DataLoader)


def _no_programs(*_: Any, **__: Any) -> None:
    raise PermissionError(NO_PROGRAMS)


def _no_compiler(*_: Any, **__: Any) -> None:
    raise RuntimeError(NO_COMPILER)


def _load_in_this_process(loader: Any) -> None:
    """A DataLoader's workers would be processes: it loads the same batches without them."""
    original = loader.__init__
    signature = inspect.signature(original)

    @functools.wraps(original)
    def init(*args: Any, **kwargs: Any) -> None:
        bound = signature.bind(*args, **kwargs)
        if bound.arguments.get("num_workers"):
            for name in ONLY_FOR_WORKERS:
                bound.arguments.pop(name, None)
        original(*bound.args, **bound.kwargs)

    loader.__init__ = init
