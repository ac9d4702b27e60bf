"""Call it twice with the same arguments.

What is order for?
"""

import torch

FAILS = (
    "equivariance_gap_matches_definition",
    "equivariance_gap_uses_the_order",
)
USELESS = "its result is random"


def equivariance_gap(mha, x, order):
    order = torch.randperm(x.shape[1])  # fault: not the order that was asked for
    with torch.no_grad():
        difference = mha(x)[:, order] - mha(x[:, order])
    return difference.abs().max().item()
