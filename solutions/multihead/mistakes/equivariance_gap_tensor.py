"""Print type() of what you return."""

import torch

FAILS = ("equivariance_gap_is_a_float",)


def equivariance_gap(mha, x, order):
    with torch.no_grad():
        difference = mha(x)[:, order] - mha(x[:, order])
    return difference.abs().max()  # fault: a tensor
