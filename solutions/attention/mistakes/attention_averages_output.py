"""Let all keys have the same score and all values be 1.

What should the output be, and what is it for two, four and eight keys?
"""

import math

FAILS = ("attention_output_is_weighted_values",)


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, float("-inf"))
    weights = scores.softmax(dim=-1)
    n = V.shape[-2]
    return weights @ V / n, weights  # fault: the weights make it an average already
