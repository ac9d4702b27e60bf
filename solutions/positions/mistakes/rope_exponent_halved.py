"""Print θ for d = 4: it should be 1 and 0.01.

Over which numbers does i run, and what stands before it in the exponent?
"""

import torch

FAILS = ("rope_matches_formula",)


def rope(x, base=10000.0):
    T, d = x.shape[-2], x.shape[-1]
    theta = base ** (-torch.arange(d // 2) / d)  # fault: the 2 of the exponent is missing
    angle = torch.arange(T).unsqueeze(1) * theta  # (T, d/2)
    cos, sin = angle.cos().to(x.dtype), angle.sin().to(x.dtype)
    x1, x2 = x[..., 0::2], x[..., 1::2]
    out = torch.empty_like(x)
    out[..., 0::2] = x1 * cos - x2 * sin
    out[..., 1::2] = x1 * sin + x2 * cos
    return out
