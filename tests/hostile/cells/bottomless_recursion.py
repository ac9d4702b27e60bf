"""Takes away the limit of recursion, and recurses."""

import sys

sys.setrecursionlimit(10**9)


def attention(Q, K, V, mask=None):
    return attention(Q, K, V, mask)
