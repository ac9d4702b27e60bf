"""One small function for each step."""

import math


def scaled_scores(Q, K):
    return Q @ K.transpose(-2, -1) / math.sqrt(K.shape[-1])


def without_forbidden(scores, mask):
    return scores if mask is None else scores.masked_fill(~mask, -math.inf)


def attention(Q, K, V, mask=None):
    weights = without_forbidden(scaled_scores(Q, K), mask).softmax(-1)
    return weights @ V, weights
