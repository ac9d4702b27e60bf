"""Everything in float64, and back to the dtype of the inputs at the end."""

import math


def attention(Q, K, V, mask=None):
    dtype = Q.dtype
    Q, K, V = Q.double(), K.double(), V.double()
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, float("-inf"))
    weights = scores.softmax(dim=-1)
    return (weights @ V).to(dtype), weights.to(dtype)
