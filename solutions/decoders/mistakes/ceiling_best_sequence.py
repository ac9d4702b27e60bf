"""Put ten fours and ten different digits into one batch."""

import torch

FAILS = ("ceiling_without_positions_averages_sequences",)


def ceiling_without_positions(x):
    counts = torch.stack([(x == digit).sum(dim=1) for digit in range(10)])
    return (counts.max() / x.shape[1]).item()  # fault: the best sequence, not the average
