"""Call it twice with the same mask and compare.

What does the underscore at the end of a method's name say?
"""

import math

FAILS = ("attention_leaves_inputs_alone",)


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        blocked = mask.logical_not_()  # fault: turns the caller's mask
        scores = scores.masked_fill(blocked, float("-inf"))
    weights = scores.softmax(dim=-1)
    return weights @ V, weights
