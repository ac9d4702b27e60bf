"""Print the term that you add to the scores, at an allowed position.

Which number do you multiply by infinity there?
"""

import math

FAILS = ()


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        scores = scores + ~mask * float("-inf")  # fault: 0 · −∞ is NaN
    weights = scores.softmax(dim=-1)
    return weights @ V, weights
