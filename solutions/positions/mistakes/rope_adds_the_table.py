"""Compare the length of a vector before and after.

Does RoPE add anything?
"""

import torch

FAILS = (
    "rope_matches_formula",
    "rope_leaves_position_zero",
    "rope_keeps_lengths",
    "rope_score_depends_on_offset",
)
USELESS = "it adds absolute positions where rotations were asked for"


def rope(x, base=10000.0):
    T, d = x.shape[-2], x.shape[-1]
    angle = torch.arange(T).unsqueeze(1) * base ** (-torch.arange(0, d, 2) / d)
    table = torch.stack([angle.sin(), angle.cos()], dim=-1).flatten(-2)
    return x + table.to(x.dtype)  # fault: queries and keys are turned, not added to
