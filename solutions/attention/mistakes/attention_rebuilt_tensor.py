"""Call backward on the sum of the output and look at Q.grad.

What does torch.tensor keep of the numbers it is given, and what not?
"""

import math

import torch

FAILS = ("attention_gradients",)


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, float("-inf"))
    weights = torch.tensor(scores.softmax(dim=-1).tolist(), dtype=Q.dtype)  # fault: a copy without history
    return weights @ V, weights
