"""Turn a vector and compare its length before and after.

Which x₁ does your second line use, the old one or the new one?
"""

import torch

FAILS = (
    "rope_matches_formula",
    "rope_keeps_lengths",
    "rope_score_depends_on_offset",
)


def rope(x, base=10000.0):
    T, d = x.shape[-2], x.shape[-1]
    angle = torch.arange(T).unsqueeze(1) * base ** (-torch.arange(0, d, 2) / d)
    cos, sin = angle.cos().to(x.dtype), angle.sin().to(x.dtype)
    out = x.clone()
    out[..., 0::2] = out[..., 0::2] * cos - out[..., 1::2] * sin
    out[..., 1::2] = out[..., 0::2] * sin + out[..., 1::2] * cos  # fault: reads what was just written
    return out
