"""Exclusive or with True."""


def to_blocked(mask):
    return mask ^ True
