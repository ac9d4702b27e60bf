"""The dot product with one-hot targets, one element on an axis."""

from torch import nn


def copy_loss(logits, x):
    shifted = logits - logits.max(-1, keepdim=True).values.detach()
    logs = shifted - shifted.exp().sum(-1, keepdim=True).log()
    right = nn.functional.one_hot(x, 10)[:, :-3]
    return -(logs[:, 3:] * right).sum(-1).mean().reshape(1)
