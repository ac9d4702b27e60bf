"""Which components of a row of PE belong together? Print where your matrix is not zero."""

import torch

FAILS = ("shift_matrix_moves_positions",)


def shift_matrix(k, d):
    angle = k * 10000 ** (-torch.arange(0, d, 2) / d)
    cos, sin = torch.diag(angle.cos()), torch.diag(angle.sin())
    top, bottom = torch.cat([cos, -sin], dim=1), torch.cat([sin, cos], dim=1)
    return torch.cat([top, bottom])  # fault: pairs i with i + d/2
