"""Print the dtype of your mask, and try ~mask.

What does the contract ask for?
"""

import torch

FAILS = ("causal_mask_is_boolean_square",)


def causal_mask(T):
    return torch.tril(torch.ones(T, T))  # fault: float32
