"""Compares with the mode, and returns a tensor with one element."""


def ceiling_without_positions(x):
    most = x.mode(dim=1, keepdim=True).values
    return (x == most).float().mean()
