"""Raises an exception whose text is a gigabyte."""

def attention(Q, K, V, mask=None):
    raise ValueError("x" * (1 << 30))
