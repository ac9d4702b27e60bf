"""Writes replies before anybody asks, at every descriptor."""

# harms: itself
import os
import struct

for descriptor in range(3, 64):
    try:
        os.write(descriptor, struct.pack("<II", 4, 0) + b"\x81\xa1a\xc3")
    except OSError:
        pass
