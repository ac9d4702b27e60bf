"""Writes one file without end, and ignores the signal that says it is too large."""

import signal

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
written = 0
try:
    with open("/tmp/big", "wb") as file:
        while True:
            file.write(b"x" * (1 << 20))
            written += 1
except BaseException as error:
    print(written, error)
