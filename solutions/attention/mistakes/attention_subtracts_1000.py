"""Give a forbidden key a score of 5000 and the allowed ones scores near 0.

What is the forbidden score after your mask, and which key wins?
"""

import math

FAILS = ("attention_forbidden_weight_is_zero",)


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        scores = scores - 1000.0 * (~mask)  # fault: a large enough score survives it
    weights = scores.softmax(dim=-1)
    return weights @ V, weights
