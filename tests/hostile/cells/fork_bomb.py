"""Starts copies of itself until it is stopped."""

import os

started = 0
try:
    while started < 10_000:
        os.fork()
        started += 1
except BaseException as error:
    print("fork:", error, started)
