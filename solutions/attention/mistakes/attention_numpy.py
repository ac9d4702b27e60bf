"""Call backward on the sum of the output.

What does autograd know of the part that you computed outside PyTorch?
"""

import math

import numpy as np
import torch

FAILS = ("attention_gradients",)


def attention(Q, K, V, mask=None):
    q, k, v = (tensor.detach().numpy() for tensor in (Q, K, V))  # fault: out of autograd's sight
    scores = q @ np.swapaxes(k, -2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = np.where(mask.numpy(), scores, -np.inf)
    scores = scores - scores.max(axis=-1, keepdims=True)
    weights = np.exp(scores)
    weights = weights / weights.sum(axis=-1, keepdims=True)
    return torch.from_numpy(weights @ v), torch.from_numpy(weights)
