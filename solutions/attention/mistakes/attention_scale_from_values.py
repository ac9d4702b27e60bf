"""Call it with values that are wider than the queries and keys.

Then ask for each size that your code reads from a shape: which tensor does it come from, and does the
formula mention that tensor there?
"""

import math

FAILS = ("attention_matches_formula",)


def attention(Q, K, V, mask=None):
    d_k = V.shape[-1]  # fault: this is d_v
    scores = Q @ K.transpose(-2, -1) / math.sqrt(d_k)
    if mask is not None:
        scores = scores.masked_fill(~mask, float("-inf"))
    weights = scores.softmax(dim=-1)
    return weights @ V, weights
