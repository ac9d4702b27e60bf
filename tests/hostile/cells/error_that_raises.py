"""Raises an exception whose text can't be made."""

class Evil(Exception):
    def __str__(self):
        raise Evil

    __repr__ = __str__


def attention(Q, K, V, mask=None):
    raise Evil
