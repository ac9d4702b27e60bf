"""Turn the same vector at positions 256 and 257 and compare.

How many digits has your dtype for the angle?
"""

import torch

FAILS = (
    "rope_score_depends_on_offset",
    "rope_long_sequences",
)


def rope(x, base=10000.0):
    T, d = x.shape[-2], x.shape[-1]
    theta = base ** (-torch.arange(0, d, 2) / d)  # (d/2,)
    angle = torch.arange(T).bfloat16().unsqueeze(1).float() * theta  # fault: rounds positions beyond 256
    cos, sin = angle.cos().to(x.dtype), angle.sin().to(x.dtype)
    x1, x2 = x[..., 0::2], x[..., 1::2]
    out = torch.empty_like(x)
    out[..., 0::2] = x1 * cos - x2 * sin
    out[..., 1::2] = x1 * sin + x2 * cos
    return out
