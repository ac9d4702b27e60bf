"""Sum each row of your matrix for two equal weights.

In the formula, what multiplies δ_ij?
"""

import torch

FAILS = ("softmax_jacobian_diagonal",)


def softmax_jacobian(weights):
    outer = weights.unsqueeze(-1) * weights.unsqueeze(-2)  # (..., n, n)
    return torch.eye(weights.shape[-1]) - outer  # fault: δ_ij without α_i
