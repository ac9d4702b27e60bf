"""Sum the rows of the second thing that you return.

Which of your variables is a distribution over the keys?
"""

import math

FAILS = (
    "attention_huge_scores_stay_right",
    "attention_mask_blocks",
    "attention_matches_formula",
    "attention_output_is_weighted_values",
    "attention_rows_sum_to_one",
)
USELESS = "the weights are no distribution over the keys"


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -1e9)
    weights = scores.softmax(dim=-1)
    return weights @ V, scores  # fault: scores from before the softmax
