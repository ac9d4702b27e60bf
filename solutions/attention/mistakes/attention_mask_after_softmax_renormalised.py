"""Give a forbidden key a score of 1000 and the allowed ones scores near 0.

What is left of the allowed weights at the moment when your mask acts?
"""

import math

FAILS = ("attention_forbidden_weight_is_zero",)


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    weights = scores.softmax(dim=-1)
    if mask is not None:
        weights = weights * mask  # fault: too late, the allowed weights may have vanished by now
        weights = weights / (weights.sum(dim=-1, keepdim=True) + 1e-12)
    return weights @ V, weights
