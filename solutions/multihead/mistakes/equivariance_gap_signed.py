"""Compute the example of the text by hand, with its signs."""

import torch

FAILS = ("equivariance_gap_matches_definition",)


def equivariance_gap(mha, x, order):
    with torch.no_grad():
        difference = mha(x)[:, order] - mha(x[:, order])
    return difference.max().item()  # fault: what is far below 0 is a difference too
