"""Count the letters of your einsum and the axes of its operands, without a batch and with heads.

How does einsum write "whatever comes before"?
"""

import math

import torch

FAILS = ("attention_any_leading_axes",)


def attention(Q, K, V, mask=None):
    scores = torch.einsum("bqd,bkd->bqk", Q, K) / math.sqrt(Q.shape[-1])  # fault: exactly one leading axis
    if mask is not None:
        scores = scores.masked_fill(~mask, float("-inf"))
    weights = scores.softmax(dim=-1)
    return torch.einsum("bqk,bkd->bqd", weights, V), weights
