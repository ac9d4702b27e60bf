"""All positions, the first three times zero, divided by what is left."""

import torch
from torch import nn


def copy_loss(logits, x):
    each = nn.functional.cross_entropy(logits.permute(0, 2, 1), x.roll(3, 1), reduction="none")
    counts = (torch.arange(x.shape[1]) >= 3).expand_as(x).float()
    return (each * counts).sum() / counts.sum()
