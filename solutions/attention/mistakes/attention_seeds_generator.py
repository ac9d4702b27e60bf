"""Call torch.rand(3) after each of two calls of your function.

What do you notice, and what would that do to somebody's training?
"""

import math

import torch

FAILS = ("attention_is_deterministic",)


def attention(Q, K, V, mask=None):
    torch.manual_seed(0)  # fault: resets everybody's random numbers
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, float("-inf"))
    weights = scores.softmax(dim=-1)
    return weights @ V, weights
