"""Try a sequence of four digits."""

import torch

FAILS = ("ceiling_without_positions_is_share_of_most_frequent_digit",)


def ceiling_without_positions(x):
    counts = torch.stack([(x == digit).sum(dim=1) for digit in range(10)])
    return (counts.amax(dim=0) / 10).mean().item()  # fault: T is not always 10
