"""Call it with a tensor of shape (B, h, T, d) and compare one head with the same head alone.

Which axis is the sequence?
"""

import torch

FAILS = ("rope_any_leading_axes",)


def rope(x, base=10000.0):
    T, d = x.shape[1], x.shape[-1]  # fault: the axis of heads, where there is one
    theta = base ** (-torch.arange(0, d, 2) / d)  # (d/2,)
    angle = torch.arange(T).unsqueeze(1) * theta  # (T, d/2)
    angle = angle.view(T, *[1] * (x.dim() - 3), d // 2)  # along axis 1
    cos, sin = angle.cos().to(x.dtype), angle.sin().to(x.dtype)
    x1, x2 = x[..., 0::2], x[..., 1::2]
    out = torch.empty_like(x)
    out[..., 0::2] = x1 * cos - x2 * sin
    out[..., 1::2] = x1 * sin + x2 * cos
    return out
