"""Turn the vector (1, 0, 0, 0) and look at which two components change.

Which components does the contract call a pair?
"""

import torch

FAILS = ("rope_matches_formula",)


def rope(x, base=10000.0):
    T, d = x.shape[-2], x.shape[-1]
    theta = base ** (-torch.arange(0, d, 2) / d)
    angle = torch.arange(T).unsqueeze(1) * theta
    cos, sin = angle.cos().to(x.dtype), angle.sin().to(x.dtype)
    x1, x2 = x[..., : d // 2], x[..., d // 2 :]  # fault: pairs i with i + d/2
    return torch.cat([x1 * cos - x2 * sin, x1 * sin + x2 * cos], dim=-1)
