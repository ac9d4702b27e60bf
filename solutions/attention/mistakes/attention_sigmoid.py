"""Take a query with one key, and compare its weight with what a softmax of one number gives.

How does the weight of one key learn of the scores of the others?
"""

import math

FAILS = (
    "attention_huge_scores_stay_right",
    "attention_mask_blocks",
    "attention_matches_formula",
    "attention_rows_sum_to_one",
)
USELESS = "the weights are no distribution over the keys"


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, float("-inf"))
    weights = scores.sigmoid()  # fault: each key by itself
    return weights @ V, weights
