"""For a module that returns x itself, which two tensors do you compare?"""

import torch

FAILS = ("equivariance_gap_matches_definition",)
USELESS = "it tests invariance, not equivariance"


def equivariance_gap(mha, x, order):
    with torch.no_grad():
        difference = mha(x) - mha(x[:, order])  # fault: only one side is reordered
    return difference.abs().max().item()
