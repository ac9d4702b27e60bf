"""Tensors with one element, from the index of the maximum."""


def accuracy(logits, y):
    right = (logits.max(-1).indices == y).double()
    return right.mean(), right.prod(1).mean()
