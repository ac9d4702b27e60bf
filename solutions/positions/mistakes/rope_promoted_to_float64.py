"""Call it with a float32 tensor and print the dtype of the result.

Where does the other dtype come from?
"""

import torch

FAILS = ("rope_keeps_shape_and_dtype",)


def rope(x, base=10000.0):
    T, d = x.shape[-2], x.shape[-1]
    theta = base ** (-torch.arange(0, d, 2, dtype=torch.float64) / d)
    angle = torch.arange(T).unsqueeze(1) * theta
    x1, x2 = x[..., 0::2], x[..., 1::2]
    turned = [x1 * angle.cos() - x2 * angle.sin(), x1 * angle.sin() + x2 * angle.cos()]
    return torch.stack(turned, dim=-1).flatten(-2)  # fault: float64 angles make a float64 result
