"""Compute the example of the text by hand.

Which of its three differences is the gap?
"""

import torch

FAILS = ("equivariance_gap_matches_definition",)


def equivariance_gap(mha, x, order):
    with torch.no_grad():
        difference = mha(x)[:, order] - mha(x[:, order])
    return difference.norm().item()  # fault: the largest is asked for
