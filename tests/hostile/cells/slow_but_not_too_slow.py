"""Takes a little of its time in every call."""

import time


def attention(Q, K, V, mask=None):
    time.sleep(0.02)
    return torch.zeros(*Q.shape[:-1], V.shape[-1]), torch.zeros(*Q.shape[:-1], K.shape[-2])
