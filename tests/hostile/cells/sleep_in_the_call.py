"""Waits in the call."""

import time


def attention(Q, K, V, mask=None):
    time.sleep(1e6)
