"""Prints lone surrogates, null bytes and text that runs backwards."""

import os

print("\ud800 \x00 \u202e dessap")
os.write(1, b"\xff\xfe\x00")
