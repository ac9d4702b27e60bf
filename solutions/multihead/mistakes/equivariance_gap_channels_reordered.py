"""Print the shape of x, and name its three axes.

Which of them does your order index?
"""

import torch

FAILS = ("equivariance_gap_matches_definition",)
USELESS = "it does not reorder tokens"


def equivariance_gap(mha, x, order):
    with torch.no_grad():
        columns = order.argsort()[: x.shape[-1]] % x.shape[-1]  # fault: reorders channels
        difference = mha(x)[:, :, columns] - mha(x[:, :, columns])
    return difference.abs().max().item()
