"""Writes into Python, PyTorch and the system, where the next submission would load it."""

import os
import sys

for path in (torch.__file__, os.__file__, "/sandbox/x", "/usr/bin/x", "/x", "/proc/sys/kernel/core_pattern", "/dev/x"):
    try:
        open(path, "a").write("raise SystemExit")
        print("WROTE", path)
    except OSError as error:
        print(path, error.strerror)
print(sys.path)
