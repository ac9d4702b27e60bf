"""A cache with a copy for every caller, keyed by all that the table depends on."""

from functools import cache

import torch


@cache
def make_table(max_len, d):
    angle = torch.arange(max_len)[:, None] * 10000 ** (-torch.arange(0, d, 2) / d)
    return torch.stack((angle.sin(), angle.cos()), dim=2).view(max_len, d)


def sinusoidal_encoding(max_len, d):
    return make_table(max_len, d).clone()
