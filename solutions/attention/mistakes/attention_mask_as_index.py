"""Try a padding mask of shape (B, 1, n).

Assigning to an index demands more of its shape than broadcasting does; the error message names the two
shapes.
"""

import math

FAILS = ("attention_any_leading_axes", "attention_mask_broadcasts")


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        scores[..., ~mask] = float("-inf")  # fault: an index is not broadcast over size-1 axes
    weights = scores.softmax(dim=-1)
    return weights @ V, weights
