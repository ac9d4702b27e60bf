"""The matrices of part 2 with their pairs read the other way, one for each position."""

import torch


def turned_by(p, d, base):
    angle = p * base ** (-torch.arange(0, d, 2) / d)
    return torch.block_diag(*[torch.stack([a.cos(), a.sin(), -a.sin(), a.cos()]).view(2, 2) for a in angle])


def rope(x, base=10000.0):
    T, d = x.shape[-2:]
    turns = torch.stack([turned_by(p, d, base) for p in range(T)]).to(x.dtype)  # (T, d, d)
    return (x.unsqueeze(-2) @ turns).squeeze(-2)
