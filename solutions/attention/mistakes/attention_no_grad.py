"""Print out.requires_grad for inputs that require gradients.

Which line of your code switches autograd off, and what is it good for?
"""

import math

import torch

FAILS = ("attention_gradients",)


@torch.no_grad()  # fault: for evaluation, not for a function that is to be trained through
def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, float("-inf"))
    weights = scores.softmax(dim=-1)
    return weights @ V, weights
