"""Print the shape of the result.

Which axis is still there that the contract does not have?
"""

import torch

FAILS = (
    "rope_matches_formula",
    "rope_uses_base",
    "rope_leaves_position_zero",
    "rope_keeps_lengths",
    "rope_score_depends_on_offset",
    "rope_tells_offsets_apart",
    "rope_calls_are_independent",
    "rope_any_leading_axes",
    "rope_keeps_shape_and_dtype",
    "rope_leaves_input_alone",
    "rope_gradients",
    "rope_long_sequences",
    "rope_any_memory_layout",
)
USELESS = "the result has another shape and can't be used in place of x"


def rope(x, base=10000.0):
    T, d = x.shape[-2], x.shape[-1]
    theta = base ** (-torch.arange(0, d, 2) / d)  # (d/2,)
    angle = torch.arange(T).unsqueeze(1) * theta  # (T, d/2)
    cos, sin = angle.cos().to(x.dtype), angle.sin().to(x.dtype)
    x1, x2 = x[..., 0::2], x[..., 1::2]
    return torch.stack([x1 * cos - x2 * sin, x1 * sin + x2 * cos], dim=-1)  # fault: (…, d/2, 2)
