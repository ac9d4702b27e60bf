"""Print K.shape before and after a call, with more keys than dimensions.

Which method changed it?
"""

import math

FAILS = ("attention_leaves_inputs_alone",)


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose_(-2, -1) / math.sqrt(Q.shape[-1])  # fault: turns the caller's K
    if mask is not None:
        scores = scores.masked_fill(~mask, float("-inf"))
    weights = scores.softmax(dim=-1)
    return weights @ V, weights
