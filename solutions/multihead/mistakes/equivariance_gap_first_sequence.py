"""Try a batch whose first sequence has equal tokens."""

import torch

FAILS = ("equivariance_gap_matches_definition",)


def equivariance_gap(mha, x, order):
    with torch.no_grad():
        difference = mha(x)[:, order] - mha(x[:, order])
    return difference[0].abs().max().item()  # fault: there are more sequences
