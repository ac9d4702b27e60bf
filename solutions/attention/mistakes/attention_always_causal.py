"""Call it without a mask and print the weights.

Which of them are 0, and who asked for that?
"""

import math

import torch

FAILS = ("attention_matches_formula", "attention_permutations")


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    past = torch.ones_like(scores, dtype=torch.bool).tril()  # fault: not asked for
    scores = scores.masked_fill(~past, -1e9)
    if mask is not None:
        scores = scores.masked_fill(~mask, -1e9)
    weights = scores.softmax(dim=-1)
    return weights @ V, weights
