"""Two loops over the keys, entry by entry."""

import torch


def softmax_jacobian(weights):
    n = weights.shape[-1]
    J = torch.zeros(*weights.shape, n, dtype=weights.dtype)
    for i in range(n):
        for j in range(n):
            delta = 1.0 if i == j else 0.0
            J[..., i, j] = weights[..., i] * (delta - weights[..., j])
    return J
