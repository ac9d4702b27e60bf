"""Call it with an order that leaves every token in its place."""

import torch

FAILS = (
    "equivariance_gap_matches_definition",
    "equivariance_gap_uses_the_order",
)


def equivariance_gap(mha, x, order):
    order = (order + 1) % len(order)  # fault: positions count from 0
    with torch.no_grad():
        difference = mha(x)[:, order] - mha(x[:, order])
    return difference.abs().max().item()
