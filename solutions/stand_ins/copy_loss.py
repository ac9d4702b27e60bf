"""copy_loss on nn.CrossEntropyLoss, which takes the classes on axis 1."""

from torch import nn


def copy_loss(logits, x):
    return nn.CrossEntropyLoss()(logits[:, 3:].mT, x[:, :-3])
