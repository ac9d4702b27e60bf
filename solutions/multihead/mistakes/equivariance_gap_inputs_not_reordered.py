"""For a module that returns x itself, which two tensors do you compare?"""

import torch

FAILS = ("equivariance_gap_matches_definition",)
USELESS = "it tests nothing about the module's order"


def equivariance_gap(mha, x, order):
    with torch.no_grad():
        out = mha(x)
    return (out[:, order] - out).abs().max().item()  # fault: the tokens go in only once
