"""Print θ for d = 4.

Do the later pairs turn more slowly than the first?
"""

import torch

FAILS = (
    "rope_matches_formula",
    "rope_score_depends_on_offset",
)


def rope(x, base=10000.0):
    T, d = x.shape[-2], x.shape[-1]
    theta = base ** (torch.arange(0, d, 2) / d)  # fault: the sign of the exponent
    angle = torch.arange(T).unsqueeze(1) * theta  # (T, d/2)
    cos, sin = angle.cos().to(x.dtype), angle.sin().to(x.dtype)
    x1, x2 = x[..., 0::2], x[..., 1::2]
    out = torch.empty_like(x)
    out[..., 0::2] = x1 * cos - x2 * sin
    out[..., 1::2] = x1 * sin + x2 * cos
    return out
