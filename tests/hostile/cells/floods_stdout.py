"""Prints a gigabyte."""

import sys

for i in range(1024):
    sys.stdout.write("x" * (1 << 20))
