"""A cosine is a sine a quarter turn ahead."""

import math

import torch


def sinusoidal_encoding(max_len, d):
    column = torch.arange(d)
    omega = 10000.0 ** (-(column - column % 2) / d)
    angle = torch.arange(max_len, dtype=torch.float64)[:, None] * omega.double()
    return torch.sin(angle + (column % 2) * (math.pi / 2)).to(torch.float32)
