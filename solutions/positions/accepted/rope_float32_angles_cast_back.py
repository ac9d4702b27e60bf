"""All in float32, cast back at the end."""

import torch


def rope(x, base=10000.0):
    T, d = x.shape[-2:]
    inv_freq = 1.0 / base ** (torch.arange(0, d, 2, dtype=torch.float32) / d)
    angle = torch.einsum("t,i->ti", torch.arange(T, dtype=torch.float32), inv_freq)
    x1, x2 = x.float().reshape(*x.shape[:-1], d // 2, 2).unbind(-1)
    first = x1 * torch.cos(angle) - x2 * torch.sin(angle)
    second = x2 * torch.cos(angle) + x1 * torch.sin(angle)
    return torch.stack([first, second], dim=-1).flatten(start_dim=-2).to(x.dtype)
