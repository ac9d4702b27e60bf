"""Write down where token 0 goes with the order (1, 2, 0), and where with its inverse."""

import torch

FAILS = ("equivariance_gap_matches_definition",)
USELESS = "it compares tokens with others, also for equivariant modules"


def equivariance_gap(mha, x, order):
    with torch.no_grad():
        difference = mha(x) - mha(x[:, order])[:, order]  # fault: moves tokens on instead of back
    return difference.abs().max().item()
