"""Call it with an order that leaves every token in its place."""

import torch

FAILS = (
    "equivariance_gap_matches_definition",
    "equivariance_gap_uses_the_order",
)


def equivariance_gap(mha, x, order):
    with torch.no_grad():
        difference = mha(x).flip(1) - mha(x.flip(1))  # fault: the same order always
    return difference.abs().max().item()
