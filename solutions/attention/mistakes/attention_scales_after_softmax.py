"""Sum each row of your weights for d_k = 1, 4 and 9.

Which of your lines makes the sums depend on d_k, and where does the formula have that step?
"""

import math

FAILS = ("attention_mask_blocks", "attention_matches_formula", "attention_rows_sum_to_one")


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1)  # (..., m, n)
    if mask is not None:
        scores = scores.masked_fill(~mask, float("-inf"))
    weights = scores.softmax(dim=-1) / math.sqrt(Q.shape[-1])  # fault: scales the weights, not the scores
    return weights @ V, weights
