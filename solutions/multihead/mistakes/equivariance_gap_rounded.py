"""Print the gap of a module whose tokens are all near 0.01."""

import torch

FAILS = ("equivariance_gap_matches_definition",)


def equivariance_gap(mha, x, order):
    with torch.no_grad():
        difference = mha(x)[:, order] - mha(x[:, order])
    return round(difference.abs().max().item(), 1)  # fault: small gaps vanish
