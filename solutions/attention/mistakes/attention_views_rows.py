"""Pass in queries that are a transposed view of another tensor and read the error.

Which of your lines needs its tensor to lie in memory in one piece?
"""

import math

FAILS = ("attention_any_memory_layout",)


def attention(Q, K, V, mask=None):
    d_k = Q.shape[-1]
    scaled = (Q.view(-1) / math.sqrt(d_k)).view(Q.shape)  # fault: view of a transposed tensor
    scores = scaled @ K.transpose(-2, -1)  # (..., m, n)
    if mask is not None:
        scores = scores.masked_fill(~mask, float("-inf"))
    weights = scores.softmax(dim=-1)
    return weights @ V, weights
