"""Print the smallest and the largest of your weights.

Between which bounds does a share of attention lie?
"""

import math

from torch import nn

FAILS = ("attention_matches_formula", "attention_rows_sum_to_one")
USELESS = "the weights are no distribution over the keys"


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -1e9)
    weights = nn.functional.log_softmax(scores, dim=-1)  # fault: logarithms of the weights
    return weights @ V, weights
