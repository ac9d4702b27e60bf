"""The scale is a tensor, in float32 whatever the inputs are."""

import torch


def attention(Q, K, V, mask=None):
    scale = torch.sqrt(torch.tensor(Q.shape[-1], dtype=torch.float32))
    scores = torch.matmul(Q, K.swapaxes(-1, -2)) / scale
    if mask is not None:
        scores = torch.where(mask, scores, torch.tensor(float("-inf")))
    weights = torch.nn.functional.softmax(scores, dim=-1)
    return torch.matmul(weights, V), weights
