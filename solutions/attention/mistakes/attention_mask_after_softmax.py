"""Sum the rows of your masked weights.

Where did the rest of each row go, and which scores still had a part in the denominator of the softmax?
"""

import math

FAILS = ("attention_forbidden_keys_have_no_influence", "attention_mask_blocks", "attention_rows_sum_to_one")


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    weights = scores.softmax(dim=-1)
    if mask is not None:
        weights = weights.masked_fill(~mask, 0.0)  # fault: too late
    return weights @ V, weights
