"""Print the shape of x, and name its three axes.

Which of them does your order index?
"""

import torch

FAILS = ("equivariance_gap_matches_definition",)
USELESS = "it does not reorder tokens"


def equivariance_gap(mha, x, order):
    with torch.no_grad():
        difference = mha(x)[order % len(x)] - mha(x[order % len(x)])  # fault: reorders sequences
    return difference.abs().max().item()
