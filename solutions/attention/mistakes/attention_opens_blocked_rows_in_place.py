"""Call it with a mask that has a row without any True, and print the mask before and after.

To whom does it belong?
"""

import math

FAILS = ("attention_leaves_inputs_alone",)


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        mask[~mask.any(dim=-1)] = True  # fault: "against NaN", writes into the caller's mask
        scores = scores.masked_fill(~mask, float("-inf"))
    weights = scores.softmax(dim=-1)
    return weights @ V, weights
