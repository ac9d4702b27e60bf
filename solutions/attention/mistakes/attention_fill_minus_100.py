"""Your mask works while the allowed scores are small.

Try queries and keys a hundred times longer, so that allowed scores fall below your fill value.
"""

import math

FAILS = ("attention_forbidden_weight_is_zero",)


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -100.0)  # fault: an allowed score can be lower
    weights = scores.softmax(dim=-1)
    return weights @ V, weights
