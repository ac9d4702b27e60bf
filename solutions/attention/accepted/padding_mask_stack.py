"""A row for each length, stacked, with the axis of the queries put in afterwards."""

import torch


def padding_mask(lengths, T):
    rows = [torch.arange(T).lt(length) for length in lengths]
    return torch.stack(rows).unsqueeze(1)
