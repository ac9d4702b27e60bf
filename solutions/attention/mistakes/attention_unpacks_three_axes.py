"""Call it with one matrix each, of shapes (5, 8), and read the error.

Which of the sizes that you unpack do you need?
"""

import math

FAILS = ("attention_any_leading_axes",)


def attention(Q, K, V, mask=None):
    B, m, d_k = Q.shape  # fault: neither two nor four axes can be unpacked
    n = K.shape[1]
    scores = Q @ K.transpose(-2, -1) / math.sqrt(d_k)
    assert scores.shape == (B, m, n)
    if mask is not None:
        scores = scores.masked_fill(~mask, float("-inf"))
    weights = scores.softmax(dim=-1)
    return weights @ V, weights
