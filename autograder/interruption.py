"""Ctrl-C as a wish: the work at hand is finished first, and what was done is kept."""

import signal
import threading
from types import FrameType, TracebackType
from typing import Any


class Interruption:
    """Within this context a first Ctrl-C is only noted in `wished`; a second one interrupts at once."""

    def __init__(self) -> None:
        self.wished = False
        self._before: Any = None

    def __enter__(self) -> "Interruption":
        if threading.current_thread() is threading.main_thread():  # elsewhere Python takes no signals
            self._before = signal.signal(signal.SIGINT, self._note)
        return self

    def _note(self, number: int, frame: FrameType | None) -> None:
        if self.wished:
            raise KeyboardInterrupt
        self.wished = True

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)
