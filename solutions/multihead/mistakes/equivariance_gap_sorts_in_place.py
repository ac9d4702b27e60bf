"""Print order before and after the call."""

import torch

FAILS = ("equivariance_gap_leaves_arguments_alone",)


def equivariance_gap(mha, x, order):
    with torch.no_grad():
        difference = mha(x)[:, order] - mha(x[:, order])
    order.copy_(order.sort().values)  # fault: the caller's order
    return difference.abs().max().item()
