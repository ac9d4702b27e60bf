"""Print x before and after a call.

Which of your lines writes into a tensor that belongs to the caller?
"""

import torch

FAILS = (
    "rope_leaves_input_alone",
    "rope_any_memory_layout",
)


def rope(x, base=10000.0):
    T, d = x.shape[-2], x.shape[-1]
    angle = torch.arange(T).unsqueeze(1) * base ** (-torch.arange(0, d, 2) / d)
    cos, sin = angle.cos().to(x.dtype), angle.sin().to(x.dtype)
    x1, x2 = x[..., 0::2].clone(), x[..., 1::2].clone()
    x[..., 0::2] = x1 * cos - x2 * sin  # fault: changes the argument
    x[..., 1::2] = x1 * sin + x2 * cos
    return x
