"""Call it for a module that treats each token by itself."""

import torch

FAILS = ("equivariance_gap_of_blind_modules_is_zero",)


def equivariance_gap(mha, x, order):
    with torch.no_grad():
        outputs_moved = mha(x)[:, order]
        inputs_moved = mha(x[:, order] + 1e-5)  # fault: the tokens are not the same
    return (outputs_moved - inputs_moved).abs().max().item()
