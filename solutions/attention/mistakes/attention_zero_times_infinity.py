"""Print the term that you add to the scores, at an allowed position.

Which number do you multiply by infinity there?
"""

import math

FAILS = (
    "attention_blocked_row_spares_others",
    "attention_forbidden_keys_have_no_influence",
    "attention_forbidden_weight_is_zero",
    "attention_full_mask_is_no_mask",
    "attention_mask_blocks",
    "attention_mask_broadcasts",
)


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        scores = scores + ~mask * float("-inf")  # fault: 0 · −∞ is NaN
    weights = scores.softmax(dim=-1)
    return weights @ V, weights
