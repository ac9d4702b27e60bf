"""Prints a gigabyte of errors."""

import sys

for i in range(1024):
    sys.stderr.write("x" * (1 << 20))
