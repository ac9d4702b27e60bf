"""Sum each row of your weights, then the whole tensor.

Look at the shape of what you divide the exponentials by: how many numbers should it hold?
"""

import math

FAILS = (
    "attention_batch_entries_are_independent",
    "attention_mask_blocks",
    "attention_matches_formula",
    "attention_rows_sum_to_one",
)
USELESS = "the weights are no distribution over the keys"


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, float("-inf"))
    exponentials = (scores - scores.amax(dim=-1, keepdim=True)).exp()
    weights = exponentials / exponentials.sum()  # fault: one sum for all rows
    return weights @ V, weights
