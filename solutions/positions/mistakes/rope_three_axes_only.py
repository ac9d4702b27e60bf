"""Call it with a tensor of shape (T, d), and with an axis of heads.

What does your first line expect?
"""

import torch

FAILS = ("rope_any_leading_axes",)


def rope(x, base=10000.0):
    _, T, d = x.shape  # fault: exactly one leading axis
    theta = base ** (-torch.arange(0, d, 2) / d)  # (d/2,)
    angle = torch.arange(T).unsqueeze(1) * theta  # (T, d/2)
    cos, sin = angle.cos().to(x.dtype), angle.sin().to(x.dtype)
    x1, x2 = x[..., 0::2], x[..., 1::2]
    out = torch.empty_like(x)
    out[..., 0::2] = x1 * cos - x2 * sin
    out[..., 1::2] = x1 * sin + x2 * cos
    return out
