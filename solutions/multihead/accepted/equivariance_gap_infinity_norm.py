"""The norm of infinite order of the difference."""

import torch


def equivariance_gap(mha, x, order):
    with torch.inference_mode():
        difference = mha(x)[:, order, :] - mha(x[:, order, :])
    return torch.linalg.vector_norm(difference, ord=torch.inf).item()
