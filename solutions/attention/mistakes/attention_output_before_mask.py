"""Multiply the weights that you return by V and compare with the output that you return.

Which weights did the output see?
"""

import math

FAILS = ("attention_forbidden_keys_have_no_influence", "attention_output_is_weighted_values")


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    out = scores.softmax(dim=-1) @ V  # fault: before the mask
    if mask is not None:
        scores = scores.masked_fill(~mask, float("-inf"))
    return out, scores.softmax(dim=-1)
