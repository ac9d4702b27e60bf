"""The first slope and powers of it."""

import torch


def alibi_bias(n_heads, T):
    start = 2 ** (-8 / n_heads)
    slopes = torch.tensor([start ** (i + 1) for i in range(n_heads)])
    relative = torch.arange(T)[None, :] - torch.arange(T)[:, None]
    return slopes.view(-1, 1, 1) * -relative.abs()
