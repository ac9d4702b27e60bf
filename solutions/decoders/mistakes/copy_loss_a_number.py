"""Call backward on the result."""

from torch import nn

FAILS = ("copy_loss_gradient",)


def copy_loss(logits, x):
    return nn.functional.cross_entropy(logits[:, 3:].flatten(0, 1), x[:, :-3].flatten()).item()  # fault: a number
