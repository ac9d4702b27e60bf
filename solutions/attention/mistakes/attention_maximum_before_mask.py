"""Give a forbidden key a score of 1000 and the allowed ones scores near 0, and print every step.

At which step do the allowed keys lose everything, and has the mask acted by then?
"""

import math

FAILS = ("attention_forbidden_weight_is_zero",)


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    exponentials = (scores - scores.amax(dim=-1, keepdim=True)).exp()  # fault: forbidden keys set the maximum
    if mask is not None:
        exponentials = exponentials * mask
    weights = exponentials / exponentials.sum(dim=-1, keepdim=True)
    return weights @ V, weights
