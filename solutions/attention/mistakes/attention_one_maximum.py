"""Take two queries, one with scores around 1000 and one with scores around −1000.

What do you take off the second one's scores, and what is left of their exponentials?
"""

import math

FAILS = ("attention_huge_scores_stay_right",)


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, float("-inf"))
    exponentials = (scores - scores.max()).exp()  # fault: one maximum for all rows
    weights = exponentials / exponentials.sum(dim=-1, keepdim=True)
    return weights @ V, weights
