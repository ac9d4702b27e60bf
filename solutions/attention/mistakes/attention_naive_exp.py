"""Try scores of 100, 1000 and −1000.

What is exp(1000) in float32, and what can you take off all scores of a row without changing its weights?
"""

import math

FAILS = ("attention_forbidden_weight_is_zero", "attention_huge_scores_stay_right")


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    exponentials = scores.exp()  # fault: overflows, or underflows in a whole row
    if mask is not None:
        exponentials = exponentials * mask
    weights = exponentials / exponentials.sum(dim=-1, keepdim=True)
    return weights @ V, weights
