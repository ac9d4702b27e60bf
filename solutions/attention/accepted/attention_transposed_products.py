"""The transposed product (K Qᵀ)ᵀ, a softmax over its columns, and (Vᵀ Wᵀ)ᵀ."""

import math


def attention(Q, K, V, mask=None):
    columns = K @ Q.transpose(-2, -1) / math.sqrt(Q.shape[-1])  # (..., n, m)
    if mask is not None:
        allowed = mask.expand(*Q.shape[:-1], K.shape[-2])
        columns = columns.masked_fill(~allowed.transpose(-2, -1), float("-inf"))
    columns = columns.softmax(dim=-2)
    out = (V.transpose(-2, -1) @ columns).transpose(-2, -1)
    return out, columns.transpose(-2, -1)
