"""The output is a tensordot over the keys."""

import torch


def soft_lookup(query, keys, values, sharpness=1.0):
    weights = torch.softmax(query @ keys.T * sharpness, dim=0)
    return torch.tensordot(weights, values, dims=1), weights
