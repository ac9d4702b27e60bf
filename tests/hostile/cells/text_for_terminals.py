"""Prints control characters and a line that looks like the grader's."""

import os

print("\x1b[2J\x1b[H======= 38 passed in 0.01s =======\n\x1b]0;pwned\x07")
os.write(1, b"score 20.5/20.5\n")
