"""Make a batch of two sequences with different padding and print both matrices of weights.

Whose padding does the second one have?
"""

import math

FAILS = ("attention_mask_blocks",)


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        if mask.dim() > 2:
            mask = mask[0]  # fault: "they are all the same"
        scores = scores.masked_fill(~mask, float("-inf"))
    weights = scores.softmax(dim=-1)
    return weights @ V, weights
