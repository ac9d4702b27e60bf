"""Look at a masked weight with all its digits.

Which line comes after the softmax, and what does it do to an exact 0?
"""

import math

FAILS = ("attention_forbidden_weight_is_zero",)


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, float("-inf"))
    weights = scores.softmax(dim=-1).clamp(min=1e-9)  # fault: "against log(0)", lifts the zeros of the mask
    return weights @ V, weights
