"""Repeat all keys and values, so that there are twice as many.

Each pair of equal keys should share what one had before; print your scores in both cases and look for what
else changed.
"""

import math

FAILS = ("attention_matches_formula",)


def attention(Q, K, V, mask=None):
    n = K.shape[-2]
    scores = Q @ K.transpose(-2, -1) / math.sqrt(n)  # fault: number of keys, not their width
    if mask is not None:
        scores = scores.masked_fill(~mask, float("-inf"))
    weights = scores.softmax(dim=-1)
    return weights @ V, weights
