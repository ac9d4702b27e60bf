"""Look for negative numbers among your weights.

Which step of the softmax guarantees that there are none?
"""

import math

FAILS = ("attention_huge_scores_stay_right", "attention_matches_formula", "attention_rows_sum_to_one")
USELESS = "the weights are no distribution over the keys"


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, 0.0)
    weights = scores / scores.sum(dim=-1, keepdim=True)  # fault: a softmax without the exponential
    return weights @ V, weights
