"""Compare the lengths of a vector before and after.

What is cos² + sin², and where does the minus of the formula stand?
"""

import torch

FAILS = (
    "rope_matches_formula",
    "rope_keeps_lengths",
    "rope_score_depends_on_offset",
)


def rope(x, base=10000.0):
    T, d = x.shape[-2], x.shape[-1]
    theta = base ** (-torch.arange(0, d, 2) / d)  # (d/2,)
    angle = torch.arange(T).unsqueeze(1) * theta  # (T, d/2)
    cos, sin = angle.cos().to(x.dtype), angle.sin().to(x.dtype)
    x1, x2 = x[..., 0::2], x[..., 1::2]
    out = torch.empty_like(x)
    out[..., 0::2] = x1 * cos + x2 * sin  # fault: minus
    out[..., 1::2] = x1 * sin + x2 * cos
    return out
