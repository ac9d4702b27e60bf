"""Hangs in one arithmetic operation."""

def attention(Q, K, V, mask=None):
    return 9 ** (9**9)
