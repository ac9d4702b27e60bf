"""Try it with a module that has parameters, and read the error."""

import torch

FAILS = ("equivariance_gap_of_your_attention",)


def equivariance_gap(mha, x, order):
    x = x.double()  # fault: the module's parameters are float32
    with torch.no_grad():
        difference = mha(x)[:, order] - mha(x[:, order])
    return difference.abs().max().item()
