"""Turn the vector (1, 0, 0, 0) and see in which places its length ends up."""

import torch

FAILS = (
    "rope_matches_formula",
    "rope_leaves_position_zero",
)


def rope(x, base=10000.0):
    T, d = x.shape[-2], x.shape[-1]
    theta = base ** (-torch.arange(0, d, 2) / d)  # (d/2,)
    angle = torch.arange(T).unsqueeze(1) * theta  # (T, d/2)
    cos, sin = angle.cos().to(x.dtype), angle.sin().to(x.dtype)
    x1, x2 = x[..., 0::2], x[..., 1::2]
    first, second = x1 * cos - x2 * sin, x1 * sin + x2 * cos
    return torch.cat([first, second], dim=-1)  # fault: the pairs are not put back as neighbours
