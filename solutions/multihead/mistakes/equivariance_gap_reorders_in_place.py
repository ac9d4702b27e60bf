"""Print x before and after the call."""

import torch

FAILS = ("equivariance_gap_leaves_arguments_alone",)


def equivariance_gap(mha, x, order):
    with torch.no_grad():
        first = mha(x)[:, order]
        x[:] = x[:, order]  # fault: the caller's tokens
        difference = first - mha(x)
    return difference.abs().max().item()
