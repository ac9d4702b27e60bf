"""Print the scores after your mask acted on them.

What does the softmax make of the numbers that now stand at the forbidden places?
"""

import math

FAILS = ("attention_mask_blocks",)


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        scores = scores * mask  # fault: a forbidden score becomes 0
    weights = scores.softmax(dim=-1)
    return weights @ V, weights
