"""Print the weights of three tokens under a causal mask.

Which token may the first one look at, and which ones does it look at? Then read again what True means in
this exercise.
"""

import math

FAILS = ("attention_full_mask_is_no_mask", "attention_mask_blocks")


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(mask, float("-inf"))  # fault: blocks what is allowed
    weights = scores.softmax(dim=-1)
    return weights @ V, weights
