"""Try sequences of five digits."""

from torch import nn

FAILS = ("copy_loss_matches_formula",)
USELESS = "it works for one length only"


def copy_loss(logits, x):
    return nn.functional.cross_entropy(logits[:, 3:10].flatten(0, 1), x[:, :7].flatten())  # fault: T need not be 10
