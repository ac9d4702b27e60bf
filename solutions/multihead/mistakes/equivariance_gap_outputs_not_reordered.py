"""Take a module that returns x itself, and write down the two tensors that you compare.

Should its gap be 0?
"""

import torch

FAILS = ("equivariance_gap_matches_definition",)
USELESS = "it tests invariance, not equivariance"


def equivariance_gap(mha, x, order):
    with torch.no_grad():
        difference = mha(x) - mha(x[:, order])  # fault: only one side is reordered
    return difference.abs().max().item()
