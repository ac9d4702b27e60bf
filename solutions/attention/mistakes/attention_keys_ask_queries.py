"""Use three queries and five keys, and write the shape beside every line.

Which of the two should the rows of the scores stand for?
"""

import math

FAILS = ()


def attention(Q, K, V, mask=None):
    scores = K @ Q.transpose(-2, -1) / math.sqrt(Q.shape[-1])  # fault: (..., n, m), unnoticed while m = n
    if mask is not None:
        scores = scores.masked_fill(~mask, float("-inf"))
    weights = scores.softmax(dim=-1)
    return weights @ V, weights
