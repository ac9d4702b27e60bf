"""Print Q before and after a call.

Which of your lines writes into a tensor that belongs to the caller?
"""

import math

FAILS = ("attention_leaves_inputs_alone",)


def attention(Q, K, V, mask=None):
    Q /= math.sqrt(Q.shape[-1])  # fault: writes into the caller's tensor
    scores = Q @ K.transpose(-2, -1)  # (..., m, n)
    if mask is not None:
        scores = scores.masked_fill(~mask, float("-inf"))
    weights = scores.softmax(dim=-1)
    return weights @ V, weights
