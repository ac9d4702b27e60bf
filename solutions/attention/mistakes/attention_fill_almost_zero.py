"""Print the scores after the mask acted on them.

What is the exponential of the number that stands at a forbidden place now?
"""

import math

FAILS = ("attention_mask_blocks",)


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -1e-9)  # fault: typing error for -1e9
    weights = scores.softmax(dim=-1)
    return weights @ V, weights
