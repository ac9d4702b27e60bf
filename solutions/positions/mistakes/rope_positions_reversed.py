"""Which position is turned by the angle 0? Print the result for a vector of ones."""

import torch

FAILS = (
    "rope_matches_formula",
    "rope_leaves_position_zero",
    "rope_calls_are_independent",
)


def rope(x, base=10000.0):
    T, d = x.shape[-2], x.shape[-1]
    theta = base ** (-torch.arange(0, d, 2) / d)  # (d/2,)
    angle = torch.arange(T).flip(0).unsqueeze(1) * theta  # fault: the last position is 0
    cos, sin = angle.cos().to(x.dtype), angle.sin().to(x.dtype)
    x1, x2 = x[..., 0::2], x[..., 1::2]
    out = torch.empty_like(x)
    out[..., 0::2] = x1 * cos - x2 * sin
    out[..., 1::2] = x1 * sin + x2 * cos
    return out
