"""Print weights.sum(-1) for a batch of two, and then weights.sum(0).

Which of the two should be all ones, and along which axis do the keys lie?
"""

import math

FAILS = (
    "attention_any_leading_axes",
    "attention_batch_entries_are_independent",
    "attention_mask_blocks",
    "attention_matches_formula",
    "attention_rows_sum_to_one",
)
USELESS = "the weights are no distribution over the keys"


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -1e9)
    weights = scores.softmax(dim=0)  # fault: over the batch
    return weights @ V, weights
