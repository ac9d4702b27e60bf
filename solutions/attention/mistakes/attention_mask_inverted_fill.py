"""Print the weights of three tokens under a causal mask, and see whether the zeros stand where it is False.

Which of the two kinds of keys gets your large negative number?
"""

import math

import torch

FAILS = ("attention_full_mask_is_no_mask", "attention_mask_blocks")


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        scores = torch.where(mask, -1e9, scores)  # fault: branches swapped
    weights = scores.softmax(dim=-1)
    return weights @ V, weights
