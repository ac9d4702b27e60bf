"""Compute the example of the text with the tokens in another order.

Which tokens does your maximum run over?
"""

import torch

FAILS = ("equivariance_gap_matches_definition",)


def equivariance_gap(mha, x, order):
    with torch.no_grad():
        difference = mha(x)[:, order] - mha(x[:, order])
    return difference[:, -1].abs().max().item()  # fault: all tokens count
