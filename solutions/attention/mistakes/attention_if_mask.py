"""Call it with a mask of more than one entry and read the error.

What do you want to ask about `mask`: what its entries are, or whether there is one?
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
    if mask:  # fault: asks a tensor for its truth value
        scores = scores.masked_fill(~mask, float("-inf"))
    weights = scores.softmax(dim=-1)
    return weights @ V, weights
