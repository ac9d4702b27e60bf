"""Try it with a module that is no attention."""

import torch

FAILS = ("equivariance_gap_matches_definition",)
USELESS = "it works for one kind of module only"


def equivariance_gap(mha, x, order):
    with torch.no_grad():
        mha(x)
        first = mha.last_weights[:, :, order][..., order]
        mha(x[:, order])
    return (first - mha.last_weights).abs().max().item()  # fault: compares weights, not results
