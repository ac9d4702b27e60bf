"""The scale is a NumPy number."""

import numpy as np


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / np.sqrt(Q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -np.inf)
    weights = scores.softmax(dim=-1)
    return weights @ V, weights
