"""Print type() of what you return."""

import torch

FAILS = ("equivariance_gap_is_a_float",)
USELESS = "text can't be compared"


def equivariance_gap(mha, x, order):
    with torch.no_grad():
        difference = mha(x)[:, order] - mha(x[:, order])
    return f"{difference.abs().max():.1e}"  # fault: text is no number
