"""Pretends that somebody pressed Ctrl-C."""

def attention(Q, K, V, mask=None):
    raise KeyboardInterrupt
