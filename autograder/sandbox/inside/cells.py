"""Running notebook cells in the child as Jupyter does: magics, displays, the value of the last expression."""

import io
import sys
import traceback
from typing import Any

from IPython.core.displayhook import DisplayHook
from IPython.core.displaypub import DisplayPublisher
from IPython.core.interactiveshell import InteractiveShell
from traitlets.config import Config

from . import wire

MAX_OUTPUT = 256_000  # characters that one cell may leave
MAX_TEXT = 4_000  # of an error's message or a traceback's line
CUT = "\n… the rest of this cell's output was cut\n"

_taken: list[wire.Output] = []
_room = MAX_OUTPUT


def _take(output: wire.Output, size: int) -> None:
    """Keep an output while there is room for it; neighbouring pieces of one stream become one."""
    global _room
    if _room <= 0:
        return
    _room -= size
    if _room <= 0:
        if isinstance(output, wire.Stream):
            output = wire.Stream(output.name, output.text[: max(0, _room + size)])
            _append(output)
        _append(wire.Stream("stdout", CUT))
    else:
        _append(output)


def _append(output: wire.Output) -> None:
    last = _taken[-1] if _taken else None
    if isinstance(output, wire.Stream) and isinstance(last, wire.Stream) and last.name == output.name:
        # A list of pieces would be faster, but the room bounds how often this can happen.
        _taken[-1] = wire.Stream(last.name, last.text + output.text)
    else:
        _taken.append(output)


class _Writer(io.TextIOBase):
    """A text stream that becomes cell output."""

    encoding = "utf-8"

    def __init__(self, name: str) -> None:
        self._name = name
        self._pieces: list[str] = []

    def write(self, text: str) -> int:
        if text:
            _take(wire.Stream(self._name, _clean(text)), len(text))
        return len(text)

    def writable(self) -> bool:
        return True


def _clean(text: str) -> str:
    """Text that UTF-8 can hold; a lone surrogate can't travel."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _texts(data: dict[str, Any]) -> dict[str, str]:
    return {
        _clean(mime): _clean(value) for mime, value in data.items() if isinstance(mime, str) and isinstance(value, str)
    }


class _Results(DisplayHook):
    """Keeps the value of a cell's last expression, and prints nothing."""

    def write_output_prompt(self) -> None:
        pass

    def write_format_data(self, format_dict: dict[str, Any], md_dict: dict[str, Any] | None = None) -> None:
        data = _texts(format_dict)
        _take(wire.Display(data, True), sum(map(len, data.values())))


class _Displays(DisplayPublisher):
    """Keeps what a cell displays."""

    def publish(self, data: dict[str, Any], *_: Any, **__: Any) -> None:
        data = _texts(data)
        _take(wire.Display(data, False), sum(map(len, data.values())))

    def clear_output(self, wait: bool = False) -> None:
        _taken.clear()


def make_shell() -> InteractiveShell:
    """A shell that keeps no history, colours nothing and shows nothing."""
    config = Config()
    config.HistoryManager.enabled = False
    config.HistoryManager.hist_file = ":memory:"
    config.InteractiveShell.colors = "nocolor"
    config.InteractiveShell.cache_size = 0
    config.InteractiveShell.displayhook_class = _Results
    config.InteractiveShell.display_pub_class = _Displays
    shell = InteractiveShell.instance(config=config, displayhook_class=_Results, display_pub_class=_Displays)
    shell.showtraceback = lambda *_, **__: None  # type: ignore[method-assign] # the error is reported from the cell's result
    shell.system = _no_processes  # type: ignore[method-assign] # `!command` and `%%bash`
    return shell


def _no_processes(*_: Any, **__: Any) -> None:
    raise PermissionError("the grader runs no other programs: `!` and `%%bash` work on your own machine only")


def redirect() -> None:
    """Send stdout and stderr of Python code into the cell's outputs."""
    sys.stdout, sys.stderr = _Writer("stdout"), _Writer("stderr")


def run_cell(shell: InteractiveShell, message: wire.RunCell) -> wire.CellRan:
    """Run one cell; an exception in it, even SystemExit, is an output and nothing else."""
    global _room
    _taken.clear()
    _room = MAX_OUTPUT
    error: BaseException | None
    try:
        result = shell.run_cell(message.source, store_history=False)
        error = result.error_before_exec or result.error_in_exec
    except BaseException as raised:
        error = raised
    outputs = list(_taken)
    if error is not None:
        outputs.append(wire.Error(type(error).__name__[:100], text_of(error), cell_traceback(error)))
    return wire.CellRan(id=message.id, outputs=outputs, failed=error is not None)


def text_of(error: BaseException) -> str:
    """An exception's message; a student's `__str__` may itself fail."""
    try:
        return _clean(str(error))[:MAX_TEXT]
    except BaseException:
        return ""


def _cell_frames(error: BaseException) -> list[traceback.FrameSummary]:
    """The frames of a traceback that lie in the student's cells."""
    try:
        frames = traceback.extract_tb(error.__traceback__, limit=-30)
    except BaseException:
        return []
    return [frame for frame in frames if "ipykernel" in frame.filename or frame.filename.startswith("<ipython-input")]


def where(error: BaseException) -> str:
    """The innermost place in the student's own code, like `line 3 of attention: scores = Q @ K`; or nothing."""
    frames = _cell_frames(error)
    if not frames:
        return ""
    frame = frames[-1]
    return _clean(f"line {frame.lineno} of {frame.name}: {frame.line}")[:300]


def cell_traceback(error: BaseException) -> list[str]:
    """A traceback of the student's own frames, as lines of plain text."""
    lines = [f"line {frame.lineno}, in {frame.name}: {frame.line}" for frame in _cell_frames(error)]
    if isinstance(error, SyntaxError) and error.lineno:
        lines.append(f"line {error.lineno}: {(error.text or '').rstrip()}")
    lines.append(f"{type(error).__name__}: {text_of(error)}")
    return [_clean(line)[:MAX_TEXT] for line in lines]
