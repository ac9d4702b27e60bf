"""Give it a single key, and compare the output with that key's value.

Then mark in the formula what stands inside the softmax and what outside.
"""

import math

FAILS = ("attention_matches_formula", "attention_output_is_weighted_values")


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1)  # (..., m, n)
    if mask is not None:
        scores = scores.masked_fill(~mask, float("-inf"))
    weights = scores.softmax(dim=-1)
    out = weights @ V / math.sqrt(Q.shape[-1])  # fault: divides the output, not the scores
    return out, weights
