"""The exponential of a log-softmax."""

from torch import nn


def attention(Q, K, V, mask=None):
    scores = Q @ K.mT * Q.shape[-1] ** -0.5
    if mask is not None:
        scores = scores.masked_fill(~mask, float("-inf"))
    weights = nn.functional.log_softmax(scores, dim=-1).exp()
    return weights @ V, weights
