"""Label the axes of your scores with their meaning: batch, queries, keys.

A query shares out its attention: over which of them must its weights sum to 1?
"""

import math

FAILS = (
    "attention_any_leading_axes",
    "attention_blocked_row_spares_others",
    "attention_mask_blocks",
    "attention_matches_formula",
    "attention_rows_sum_to_one",
)
USELESS = "the weights are no distribution over the keys"


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -1e9)
    weights = scores.softmax(dim=1)  # fault: over the queries of a batch, the heads of four axes
    return weights @ V, weights
