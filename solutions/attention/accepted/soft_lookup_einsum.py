"""Both sums as einsum, with a branch for scalar and vector values."""

import torch


def soft_lookup(query, keys, values, sharpness=1.0):
    scores = sharpness * torch.einsum("nd,d->n", keys, query)
    weights = torch.softmax(scores, dim=-1)
    if values.dim() == 1:
        return torch.einsum("n,n->", weights, values), weights
    return torch.einsum("n,nv->v", weights, values), weights
