"""Call it with a mask of all True and print the weights.

Which rows did you want to set to 0, and what does your condition select?
"""

import math

FAILS = ("attention_full_mask_is_no_mask",)


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, float("-inf"))
    weights = scores.softmax(dim=-1)
    if mask is not None:
        nothing_left = mask.all(dim=-1, keepdim=True)  # fault: these rows may see everything
        weights = weights.masked_fill(nothing_left, 0.0)
    return weights @ V, weights
