"""Call it with an axis of heads and compare the number of axes of the weights and of the output.

Who asked for one matrix of weights?
"""

import math

FAILS = ("attention_any_leading_axes",)


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, float("-inf"))
    weights = scores.softmax(dim=-1)
    out = weights @ V
    if weights.dim() == 4:
        weights = weights.mean(dim=1)  # fault: as nn.MultiheadAttention reports them
    return out, weights
