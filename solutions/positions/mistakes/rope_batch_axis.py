"""Call it with a batch of two and compare the first sequence with the same sequence alone.

Which axis do your positions count?
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
USELESS = "positions make no difference"


def rope(x, base=10000.0):
    B, d = x.shape[0], x.shape[-1]
    angle = torch.arange(B).unsqueeze(1) * base ** (-torch.arange(0, d, 2) / d)
    angle = angle.view(B, *[1] * (x.dim() - 2), d // 2)  # fault: sequences are numbered, not positions
    x1, x2 = x[..., 0::2], x[..., 1::2]
    turned = [x1 * angle.cos() - x2 * angle.sin(), x1 * angle.sin() + x2 * angle.cos()]
    return torch.stack(turned, dim=-1).flatten(-2).to(x.dtype)
