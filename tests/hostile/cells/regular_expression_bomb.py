"""Hangs in C code, where no exception can be raised."""

import re


def attention(Q, K, V, mask=None):
    re.match(r"(a+)+$", "a" * 64 + "b")
