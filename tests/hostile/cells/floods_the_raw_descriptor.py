"""Writes past Python's own stream."""

import os

for i in range(256):
    os.write(1, b"x" * (1 << 20))
