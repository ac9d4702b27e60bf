"""Take two keys whose scores are 200 and 190, and compare their weights with those for 10 and 0.

What happened to the difference?
"""

import math

FAILS = ("attention_huge_scores_stay_right",)


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    scores = scores.clamp(-80, 80)  # fault: "so that exp can't overflow"
    if mask is not None:
        scores = scores.masked_fill(~mask, float("-inf"))
    weights = scores.softmax(dim=-1)
    return weights @ V, weights
