"""Angles in float64, rounded at the end."""

import torch


def sinusoidal_encoding(max_len: int, d: int) -> torch.Tensor:
    position = torch.arange(max_len, dtype=torch.float64)
    omega = torch.pow(10000.0, -torch.arange(0, d, 2, dtype=torch.float64) / d)
    angle = torch.outer(position, omega)
    pe = torch.empty(max_len, d, dtype=torch.float64)
    pe[:, ::2] = angle.sin()
    pe[:, 1::2] = angle.cos()
    return pe.float()
