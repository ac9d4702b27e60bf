"""Call backward on the result and print the gradient of the logits."""

from torch import nn

FAILS = ("copy_loss_gradient",)


def copy_loss(logits, x):
    logits = logits.detach()  # fault: cut off from the model
    return nn.functional.cross_entropy(logits[:, 3:].flatten(0, 1), x[:, :-3].flatten())
