"""Call torch.rand(3) twice from the same seed, once with a call of your function in between.

Is there anything in the formula that is drawn?
"""

import math

import torch

FAILS = ("attention_is_deterministic",)


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    scores = scores + 1e-7 * torch.rand_like(scores)  # fault: "so that no two scores are equal"
    if mask is not None:
        scores = scores.masked_fill(~mask, float("-inf"))
    weights = scores.softmax(dim=-1)
    return weights @ V, weights
