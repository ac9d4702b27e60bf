"""Call it with float64 inputs and print the dtypes of the results.

Which dtype does torch.zeros choose when it isn't told?
"""

import math

import torch

FAILS = ("attention_keeps_shape_and_dtype",)


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, float("-inf"))
    weights = torch.zeros(scores.shape)  # fault: float32, whatever the inputs are
    weights[...] = scores.softmax(dim=-1)
    out = torch.zeros(*Q.shape[:-1], V.shape[-1])
    out[...] = weights.to(V.dtype) @ V
    return out, weights
