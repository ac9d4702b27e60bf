"""Tables kept in a dictionary, keyed by all that they depend on."""

import torch

ROPE_TABLES = {}


def rope(x, base=10000.0):
    T, d = x.shape[-2:]
    key = T, d, float(base), x.dtype
    if key not in ROPE_TABLES:
        angle = torch.arange(T)[:, None] * base ** (-torch.arange(0, d, 2) / d)
        ROPE_TABLES[key] = angle.cos().to(x.dtype), angle.sin().to(x.dtype)
    cos, sin = ROPE_TABLES[key]
    a, b = x[..., 0::2], x[..., 1::2]
    return torch.stack([a * cos - b * sin, a * sin + b * cos], -1).flatten(-2)
