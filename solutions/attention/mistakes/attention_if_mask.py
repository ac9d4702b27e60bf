"""Call it with a mask of more than one entry and read the error.

What do you want to ask about `mask`: what its entries are, or whether there is one?
"""

import math

FAILS = ()


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    if mask:  # fault: asks a tensor for its truth value
        scores = scores.masked_fill(~mask, float("-inf"))
    weights = scores.softmax(dim=-1)
    return weights @ V, weights
