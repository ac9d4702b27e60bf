"""torch.where with the two outcomes written out."""

import torch


def to_blocked(mask):
    return torch.where(mask, False, True)
