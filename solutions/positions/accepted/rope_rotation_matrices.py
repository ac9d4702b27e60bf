"""A matrix of d × d for each position."""

import torch


def rope(x, base=10000.0):
    T, d = x.shape[-2:]
    rows = []
    for p in range(T):
        angle = p * base ** (-torch.arange(0, d, 2, dtype=torch.float64) / d)
        blocks = [torch.tensor([[a.cos(), -a.sin()], [a.sin(), a.cos()]]) for a in angle]
        rotation = torch.block_diag(*blocks).to(x.dtype)
        rows.append(x[..., p, :] @ rotation.T)
    return torch.stack(rows, dim=-2)
