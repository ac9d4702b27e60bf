"""Runs its own code at every line of the server."""

import sys


def trace(frame, event, argument):
    return trace


sys.settrace(trace)
sys.setprofile(lambda *args: None)
