"""torch.logical_not."""

import torch


def to_blocked(mask):
    return torch.logical_not(mask)
