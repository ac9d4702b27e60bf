"""Running notebook cells in the child as Jupyter does: magics, displays, the value of the last expression."""

import sys
import traceback
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from IPython.core.interactiveshell import InteractiveShell
from traitlets.config import Config

from . import outputs, substitutes, wire
from .values import clean, type_name

MAX_FRAMES = 30  # of a traceback


def make_shell() -> InteractiveShell:
    """A shell that keeps no history, colours nothing and shows nothing."""
    config = Config()
    config.HistoryManager.enabled = False
    config.HistoryManager.hist_file = ":memory:"
    config.InteractiveShell.colors = "nocolor"
    config.InteractiveShell.cache_size = 0
    shell = InteractiveShell.instance(
        config=config, displayhook_class=outputs.Results, display_pub_class=outputs.Displays
    )
    for name in ("showtraceback", "showsyntaxerror"):  # the error is told from the cell's result
        setattr(shell, name, _show_nothing)
    warnings.filterwarnings("ignore", "To exit: use")  # IPython's advice to those who call sys.exit
    substitutes.install(shell)
    return shell


def _show_nothing(*_: Any, **__: Any) -> None:
    pass


def run_cell(shell: InteractiveShell, message: wire.RunCell) -> wire.CellRan:
    """Run one cell; an exception in it, even SystemExit, is an output and nothing else."""
    outputs.begin(message.source)
    sys.stdout, sys.stderr = outputs.Writer("stdout"), outputs.Writer("stderr")
    error: BaseException | None
    try:
        result = shell.run_cell(message.source, store_history=False)
        error = result.error_before_exec or result.error_in_exec
    except BaseException as raised:
        error = raised
    taken = outputs.current.taken()
    if error is not None:
        taken.append(wire.Error(type_name(error), text_of(error), cell_traceback(error)))
    return wire.CellRan(id=message.id, outputs=taken, failed=error is not None)


@contextmanager
def quiet() -> Iterator[None]:
    """Drops what Python code prints."""
    before = sys.stdout, sys.stderr
    sys.stdout = sys.stderr = outputs.Sink()
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def text_of(error: BaseException) -> str:
    """An exception's message, of bounded length; a student's `__str__` may itself fail."""
    try:
        return clean(str(error)[: wire.MAX_TEXT])
    except BaseException:
        return ""


def where(error: BaseException) -> str:
    """The innermost place in the student's own code, like `line 3 of attention: scores = Q @ K`; or nothing."""
    frames = _cell_frames(error)
    if not frames:
        return ""
    frame = frames[-1]
    return clean(f"line {frame.lineno} of {frame.name}: {frame.line}")[:300]


def cell_traceback(error: BaseException) -> list[str]:
    """A traceback of the student's own frames, as lines of plain text."""
    lines = [f"line {frame.lineno}, in {frame.name}: {frame.line}" for frame in _cell_frames(error)]
    if isinstance(error, SyntaxError) and error.lineno:
        lines.append(f"line {error.lineno}: {(error.text or '').rstrip()}")
    lines.append(f"{type_name(error)}: {text_of(error)}")
    return [clean(line)[: wire.MAX_TEXT] for line in lines]


def _cell_frames(error: BaseException) -> list[traceback.FrameSummary]:
    """The frames of a traceback that lie in the student's cells."""
    try:
        frames = traceback.extract_tb(error.__traceback__, limit=-MAX_FRAMES)
    except BaseException:
        return []
    return [frame for frame in frames if frame.filename.startswith("<ipython-input")]
