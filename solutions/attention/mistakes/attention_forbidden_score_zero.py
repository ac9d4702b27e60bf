"""Work out by hand which weight a key of score 0 gets when the other scores are −1 and −2.

Is that what a forbidden key should get?
"""

import math

FAILS = ("attention_mask_blocks",)


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, 0.0)  # fault: exp(0) is 1
    weights = scores.softmax(dim=-1)
    return weights @ V, weights
