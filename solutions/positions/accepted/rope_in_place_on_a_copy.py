"""In place, on a copy, with the old first component kept aside."""

import torch


def rope(x, base=10000.0):
    T, d = x.shape[-2:]
    angle = torch.arange(T)[:, None] * torch.pow(torch.tensor(base), -torch.arange(0, d, 2) / d)
    out = x.clone()
    first, second = x[..., 0::2].clone(), x[..., 1::2].clone()
    out[..., 0::2] = first * angle.cos() - second * angle.sin()
    out[..., 1::2] = second * angle.cos() + first * angle.sin()
    return out
