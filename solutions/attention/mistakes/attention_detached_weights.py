"""Ask for gradients of Q, K and V and see which of them arrive.

At which line does the graph end for the others?
"""

import math

FAILS = ("attention_gradients",)


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, float("-inf"))
    weights = scores.softmax(dim=-1).detach()  # fault: nothing can be learned through the weights
    return weights @ V, weights
