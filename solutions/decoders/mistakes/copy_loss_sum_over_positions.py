"""Set all logits to zero.

What should a mean be?
"""

from torch import nn

FAILS = ("copy_loss_matches_formula",)


def copy_loss(logits, x):
    each = nn.functional.cross_entropy(logits[:, 3:].mT, x[:, :-3], reduction="none")  # (B, T - 3)
    return each.sum(dim=1).mean()  # fault: a sum over positions
