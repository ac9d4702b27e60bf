"""Multiply the weights that you return by V and compare with the output that you return.

At which line do the two part?
"""

import math

FAILS = ("attention_mask_blocks", "attention_output_is_weighted_values")


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    weights = scores.softmax(dim=-1)  # fault: these are returned
    if mask is not None:
        scores = scores.masked_fill(~mask, float("-inf"))
    out = scores.softmax(dim=-1) @ V
    return out, weights
