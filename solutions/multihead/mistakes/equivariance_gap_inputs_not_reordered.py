"""Take a module that returns x itself, and write down the two tensors that you compare.

Should its gap be 0?
"""

import torch

FAILS = ("equivariance_gap_matches_definition",)
USELESS = "it tests nothing about the module's order"


def equivariance_gap(mha, x, order):
    with torch.no_grad():
        out = mha(x)
    return (out[:, order] - out).abs().max().item()  # fault: the tokens go in only once
