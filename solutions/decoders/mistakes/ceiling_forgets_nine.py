"""Try ten nines."""

import torch

FAILS = ("ceiling_without_positions_is_share_of_most_frequent_digit",)
USELESS = "its counts leave out one digit in ten"


def ceiling_without_positions(x):
    counts = torch.stack([(x == digit).sum(dim=1) for digit in range(9)])  # fault: 0 to 8
    return (counts.amax(dim=0) / x.shape[1]).mean().item()
