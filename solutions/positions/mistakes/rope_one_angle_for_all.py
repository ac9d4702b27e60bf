"""Print the result for the same vector at two positions.

Which position does your angle belong to?
"""

import torch

FAILS = (
    "rope_matches_formula",
    "rope_leaves_position_zero",
    "rope_tells_offsets_apart",
    "rope_calls_are_independent",
    "rope_long_sequences",
)
USELESS = "positions make no difference"


def rope(x, base=10000.0):
    T, d = x.shape[-2], x.shape[-1]
    theta = base ** (-torch.arange(0, d, 2) / d)  # (d/2,)
    angle = T * theta  # fault: the length, in place of each position
    cos, sin = angle.cos().to(x.dtype), angle.sin().to(x.dtype)
    x1, x2 = x[..., 0::2], x[..., 1::2]
    out = torch.empty_like(x)
    out[..., 0::2] = x1 * cos - x2 * sin
    out[..., 1::2] = x1 * sin + x2 * cos
    return out
