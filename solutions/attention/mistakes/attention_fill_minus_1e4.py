"""Your mask works up to a certain size of the scores.

How negative would the allowed scores have to be for a forbidden key to win? Try it.
"""

import math

FAILS = ("attention_forbidden_weight_is_zero",)


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -1e4)  # fault: an allowed score can be lower
    weights = scores.softmax(dim=-1)
    return weights @ V, weights
