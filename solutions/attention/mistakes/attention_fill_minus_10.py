"""Print a masked weight with all its digits, then put 1000 at the forbidden value and look at the output.

How small must a forbidden weight be?
"""

import math

FAILS = (
    "attention_forbidden_keys_have_no_influence",
    "attention_forbidden_weight_is_zero",
    "attention_mask_blocks",
)


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -10.0)  # fault: e⁻¹⁰ is not 0
    weights = scores.softmax(dim=-1)
    return weights @ V, weights
