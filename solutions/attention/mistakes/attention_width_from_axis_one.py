"""Print what you call d_k for queries of shape (5, 8), (2, 5, 8) and (2, 3, 5, 8).

It should be the same number each time.
"""

import math

FAILS = ("attention_any_leading_axes", "attention_matches_formula")


def attention(Q, K, V, mask=None):
    d_k = Q.shape[1]  # fault: the length m of a batch, d_k of a matrix, the heads of four axes
    scores = Q @ K.transpose(-2, -1) / math.sqrt(d_k)
    if mask is not None:
        scores = scores.masked_fill(~mask, float("-inf"))
    weights = scores.softmax(dim=-1)
    return weights @ V, weights
