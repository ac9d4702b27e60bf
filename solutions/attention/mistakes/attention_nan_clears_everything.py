"""Mask one row out entirely and print the weights of the other rows.

What does your check for NaN look at, and what does it change?
"""

import math

import torch

FAILS = ("attention_blocked_row_spares_others",)


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, float("-inf"))
    weights = scores.softmax(dim=-1)
    if weights.isnan().any():
        weights = torch.zeros_like(weights)  # fault: clears the healthy rows as well
    return weights @ V, weights
