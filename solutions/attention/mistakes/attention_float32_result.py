"""Call it with float64 inputs and print the dtype after every line.

Where does it change?
"""

import math

FAILS = ("attention_keeps_shape_and_dtype",)


def attention(Q, K, V, mask=None):
    Q, K, V = Q.float(), K.float(), V.float()  # fault: float64 inputs lose their precision
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, float("-inf"))
    weights = scores.softmax(dim=-1)
    return weights @ V, weights
