"""Call it with one matrix each, of shapes (5, 8), and with an axis of heads, (2, 3, 5, 8).

Which product of PyTorch accepts any leading axes?
"""

import math

import torch

FAILS = ("attention_any_leading_axes",)


def attention(Q, K, V, mask=None):
    scores = torch.bmm(Q, K.transpose(-2, -1)) / math.sqrt(Q.shape[-1])  # fault: three axes only
    if mask is not None:
        scores = scores.masked_fill(~mask, float("-inf"))
    weights = scores.softmax(dim=-1)
    return torch.bmm(weights, V), weights
