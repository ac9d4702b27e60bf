"""Set all logits to zero and compare with ln 10.

How many terms does the mean have?
"""

import torch
from torch import nn

FAILS = ("copy_loss_matches_formula",)


def copy_loss(logits, x):
    target = x.roll(3, dims=1)
    each = nn.functional.cross_entropy(logits.mT, target, reduction="none")  # (B, T)
    counts = torch.arange(x.shape[1]) >= 3
    return (each * counts).mean()  # fault: zeros take part in the mean
