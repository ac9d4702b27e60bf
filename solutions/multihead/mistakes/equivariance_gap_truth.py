"""Compare the gaps of Neighbours and of RunningMean.

Which of the two is larger?
"""

import torch

FAILS = (
    "equivariance_gap_matches_definition",
    "equivariance_gap_is_a_float",
)
USELESS = "the gap is a size, not a verdict"


def equivariance_gap(mha, x, order):
    with torch.no_grad():
        difference = mha(x)[:, order] - mha(x[:, order])
    return bool(difference.abs().max() < 1e-5)  # fault: yes or no instead of how much
