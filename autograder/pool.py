"""Worker processes that grade side by side, each with a sandbox of its own."""

import itertools
import multiprocessing
import multiprocessing.connection
import multiprocessing.util
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import nullcontext
from typing import Any, TypeVar

from autograder.errors import HarnessError
from autograder.sandbox import Level, Sandbox

T = TypeVar("T")
Work = Callable[..., T]  # called with a sandbox and one task's arguments; must be importable by name

_sandbox: Sandbox | None = None


def cores() -> int:
    """The processor cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def results(
    work: Work[T],
    tasks: Iterable[tuple[Any, ...]],
    level: Level,
    jobs: int,
    stopped: Callable[[], bool] = lambda: False,
    sandbox: Sandbox | None = None,
) -> Iterator[tuple[int, T]]:
    """Run `work(sandbox, *task)` for each task; yields (index of the task, result) as they finish.

    With one job this process does the work, in `sandbox` if there is one already: to start one takes seconds.
    At most two tasks per worker wait at any time. Once `stopped()` none is begun, and those at hand are finished.
    """
    numbered = itertools.takewhile(lambda _: not stopped(), enumerate(tasks))
    if jobs <= 1:
        with nullcontext(sandbox) if sandbox is not None else Sandbox.start(level) as here:
            for index, task in numbered:
                yield index, work(here, *task)
        return
    context = multiprocessing.get_context("spawn")  # a fork of a process that has used torch may hang
    with ProcessPoolExecutor(jobs, mp_context=context, initializer=_begin, initargs=(level,)) as executor:
        running: dict[Future[T], int] = {}
        try:
            while True:
                for index, task in numbered:
                    running[executor.submit(_run, work, task)] = index
                    if len(running) >= 2 * jobs:
                        break
                if not running:
                    return
                done, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    yield running.pop(future), future.result()
        except BrokenProcessPool:
            raise HarnessError("a grading process died (out of memory?): run again with fewer --jobs") from None
        finally:
            for future in running:
                future.cancel()


def _begin(level: Level) -> None:
    global _sandbox
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches us too, and is for the process that collects
    threading.Thread(target=_end_with_the_collector, daemon=True).start()
    _sandbox = Sandbox.start(level)
    multiprocessing.util.Finalize(None, _sandbox.close, exitpriority=10)


def _end_with_the_collector() -> None:
    """End this process when the one that started it is gone, killed maybe: its queue would never be closed."""
    collector = multiprocessing.parent_process()
    assert collector is not None
    multiprocessing.connection.wait([collector.sentinel])
    os._exit(1)


def _run(work: Work[T], task: tuple[Any, ...]) -> T:
    assert _sandbox is not None
    return work(_sandbox, *task)
