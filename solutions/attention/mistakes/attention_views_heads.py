"""Make queries of shape (batch, length, heads, width) and swap two axes, as multi-head attention does.

Which of your lines needs its tensor to lie in memory in one piece?
"""

import math

FAILS = ("attention_any_memory_layout",)


def attention(Q, K, V, mask=None):
    *leading, m, d_k = Q.shape
    n, d_v = V.shape[-2:]
    q, k, v = Q.view(-1, m, d_k), K.view(-1, n, d_k), V.view(-1, n, d_v)  # fault: view of a transposed tensor
    scores = (q @ k.transpose(-2, -1) / math.sqrt(d_k)).view(*leading, m, n)
    if mask is not None:
        scores = scores.masked_fill(~mask, float("-inf"))
    weights = scores.softmax(dim=-1)
    out = (weights.view(-1, m, n) @ v).view(*leading, m, d_v)
    return out, weights
