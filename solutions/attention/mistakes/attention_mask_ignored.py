"""Call it twice, with a causal mask and without, and compare the weights.

Follow `mask` through your code: where does it act on something?
"""

import math

FAILS = ("attention_mask_blocks",)


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        scores.masked_fill(~mask, float("-inf"))  # fault: the result is dropped
    weights = scores.softmax(dim=-1)
    return weights @ V, weights
