"""Reads what other users have."""

import os

for path in ("/etc/passwd", "/etc/shadow", "/root", "/home", os.path.expanduser("~/.ssh")):
    try:
        print(path, os.listdir(path) if os.path.isdir(path) else open(path).read()[:500])
    except OSError as error:
        print(path, error.strerror)
