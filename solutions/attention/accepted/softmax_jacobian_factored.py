"""α_i (δ_ij − α_j), as the formula has it."""

import torch


def softmax_jacobian(weights):
    delta = torch.eye(weights.shape[-1], dtype=weights.dtype)
    return weights[..., :, None] * (delta - weights[..., None, :])
