"""Every PyTorch argument by keyword, and further optional arguments of its own."""

import math

import torch


def attention(Q, K, V, mask=None, scale=None, return_weights=True):
    scale = 1 / math.sqrt(Q.size(dim=-1)) if scale is None else scale
    scores = torch.mul(input=torch.matmul(input=Q, other=torch.transpose(input=K, dim0=-2, dim1=-1)), other=scale)
    if mask is not None:
        scores = torch.masked_fill(input=scores, mask=torch.logical_not(input=mask), value=float("-inf"))
    weights = torch.softmax(input=scores, dim=-1)
    out = torch.matmul(input=weights, other=V)
    return (out, weights) if return_weights else out
