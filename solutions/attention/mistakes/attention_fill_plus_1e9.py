"""Print the scores after your mask, in a row with one forbidden key.

Which way did the forbidden one move?
"""

import math

FAILS = ("attention_mask_blocks",)


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, 1e9)  # fault: sign, forbidden keys take everything
    weights = scores.softmax(dim=-1)
    return weights @ V, weights
