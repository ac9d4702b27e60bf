"""Put ten ones and ten twos into one batch."""

import torch

FAILS = ("ceiling_without_positions_averages_sequences",)


def ceiling_without_positions(x):
    counts = torch.bincount(x.flatten(), minlength=10)  # fault: one digit for the whole batch
    return (counts.max() / x.numel()).item()
