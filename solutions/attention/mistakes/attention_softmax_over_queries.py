"""Sum your weights along each row, then along each column.

Which sums come out as 1, and what would the other ones mean for a query?
"""

import math

FAILS = (
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
    weights = scores.softmax(dim=-2)  # fault: over the queries
    return weights @ V, weights
