"""Powers of a complex number of length 1; its parts swapped, since the sine comes first."""

import torch


def sinusoidal_encoding(max_len, d):
    angle = torch.arange(max_len)[:, None] * 10000 ** (-torch.arange(0, d, 2) / d)
    turned = torch.polar(torch.ones_like(angle), angle)
    return torch.view_as_real(turned).flip(-1).reshape(max_len, d)
