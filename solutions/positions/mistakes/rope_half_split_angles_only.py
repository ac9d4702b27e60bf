"""Print the angle by which each component of a pair is turned.

Should the two differ?
"""

import torch

FAILS = (
    "rope_matches_formula",
    "rope_keeps_lengths",
    "rope_score_depends_on_offset",
)


def rope(x, base=10000.0):
    T, d = x.shape[-2], x.shape[-1]
    theta = base ** (-torch.arange(0, d, 2) / d)
    angle = (torch.arange(T).unsqueeze(1) * theta).repeat(1, 2)  # fault: θ₀ θ₁ θ₀ θ₁, but pairs are neighbours
    swapped = torch.stack([-x[..., 1::2], x[..., 0::2]], dim=-1).flatten(-2)
    return x * angle.cos().to(x.dtype) + swapped * angle.sin().to(x.dtype)
