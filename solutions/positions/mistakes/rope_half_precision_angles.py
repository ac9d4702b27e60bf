"""Turn the same vector at positions 2048 and 2049 and compare.

How many whole numbers beyond 2048 does your dtype have?
"""

import torch

FAILS = ("rope_long_sequences",)


def rope(x, base=10000.0):
    T, d = x.shape[-2], x.shape[-1]
    theta = base ** (-torch.arange(0, d, 2) / d)  # (d/2,)
    angle = torch.arange(T).half().unsqueeze(1).float() * theta  # fault: rounds positions beyond 2048
    cos, sin = angle.cos().to(x.dtype), angle.sin().to(x.dtype)
    x1, x2 = x[..., 0::2], x[..., 1::2]
    out = torch.empty_like(x)
    out[..., 0::2] = x1 * cos - x2 * sin
    out[..., 1::2] = x1 * sin + x2 * cos
    return out
