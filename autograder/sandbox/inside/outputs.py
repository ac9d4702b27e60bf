"""What a cell prints and shows, kept in order and bounded."""

import io
from typing import Any

from IPython.core.displayhook import DisplayHook
from IPython.core.displaypub import DisplayPublisher

from . import wire
from .values import clean

MAX_OUTPUT = 256_000  # characters that one cell may leave
MAX_PARTS = 2_000  # outputs that one cell may leave
CUT = "\n… the rest of this cell's output was cut\n"


class Outputs:
    """The outputs of one cell. Neighbouring pieces of one stream become one output."""

    def __init__(self, source: str = "") -> None:
        self.source = source
        self._parts: list[wire.Output] = []
        self._room = MAX_OUTPUT
        self._full = False
        self._stream = ""  # of the pieces that are not yet an output
        self._pieces: list[str] = []

    def write(self, stream: str, text: str) -> None:
        """Text that went to a stream."""
        if not text or self._full:
            return
        if stream != self._stream:
            self._end_stream()
            self._stream = stream
        self._pieces.append(clean(text[: self._room]))
        self._use(len(text))

    def show(self, data: dict[str, Any], *, is_result: bool) -> None:
        """Something displayed, by MIME type; what is no text is left out."""
        texts = {
            clean(mime)[:100]: clean(value)
            for mime, value in data.items()
            if isinstance(mime, str) and isinstance(value, str)
        }
        if self._full:
            return
        self._end_stream()
        size = sum(map(len, texts.values()))
        if size <= self._room:
            self._parts.append(wire.Display(texts, is_result))
        self._use(size)

    def clear(self) -> None:
        """Forget what was shown so far, as `clear_output` asks; its room stays used."""
        self._parts.clear()
        self._pieces.clear()

    def taken(self) -> list[wire.Output]:
        """All outputs in order."""
        self._end_stream()
        return list(self._parts)

    def _use(self, size: int) -> None:
        self._room -= size
        if self._room < 0 or len(self._parts) >= MAX_PARTS:
            self._full = True
            self._end_stream()
            self._parts.append(wire.Stream("stdout", CUT))

    def _end_stream(self) -> None:
        if self._pieces:
            self._parts.append(wire.Stream(self._stream, "".join(self._pieces)))  # type: ignore[arg-type] # one of two names
            self._pieces.clear()


current = Outputs()  # of the cell that runs, or ran last


def begin(source: str) -> None:
    """Start afresh for the next cell."""
    global current
    current = Outputs(source)


class Writer(io.TextIOBase):
    """A text stream that becomes output of the current cell."""

    encoding = "utf-8"

    def __init__(self, name: str) -> None:
        self._name = name

    def write(self, text: str) -> int:
        current.write(self._name, text)
        return len(text)

    def writable(self) -> bool:
        return True


class Sink(io.TextIOBase):
    """Where output of graded calls goes: a function sees hidden inputs and could print them."""

    encoding = "utf-8"

    def write(self, text: str) -> int:
        return len(text)

    def writable(self) -> bool:
        return True


class Results(DisplayHook):
    """IPython's hook for the value of a cell's last expression."""

    def quiet(self) -> bool:
        """Whether a semicolon ends the cell. IPython would ask the history, which is off."""
        return bool(self.semicolon_at_end_of_expression(current.source))  # type: ignore[no-untyped-call] # the library has no types here

    def write_output_prompt(self) -> None:
        """No prompt: the value alone."""

    def write_format_data(self, format_dict: dict[str, Any], md_dict: dict[str, Any] | None = None) -> None:
        """Keep the value, as IPython formatted it."""
        current.show(format_dict, is_result=True)


class Displays(DisplayPublisher):
    """IPython's hook for what a cell displays."""

    def publish(self, data: dict[str, Any], *_: Any, **__: Any) -> None:
        """Keep what was displayed."""
        current.show(data, is_result=False)

    def clear_output(self, wait: bool = False) -> None:
        """Forget what was displayed before."""
        current.clear()
