"""Pad one sequence of a batch so far that a query has no key left, and call it.

What should the other sequences get?
"""

import math

FAILS = ("attention_blocked_row_spares_others",)


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        if not mask.any(dim=-1).all():
            raise ValueError("a query has no allowed key")  # fault: one empty row costs the whole batch
        scores = scores.masked_fill(~mask, float("-inf"))
    weights = scores.softmax(dim=-1)
    return weights @ V, weights
