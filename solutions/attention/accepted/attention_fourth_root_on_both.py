"""Queries and keys each divided by the fourth root of d_k."""


def attention(Q, K, V, mask=None):
    root = Q.shape[-1] ** 0.25
    scores = (Q / root) @ (K / root).transpose(-2, -1)
    if mask is not None:
        scores = scores.masked_fill(~mask, float("-inf"))
    weights = scores.softmax(dim=-1)
    return weights @ V, weights
