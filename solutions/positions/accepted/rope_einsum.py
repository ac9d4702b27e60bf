"""An einsum over 2 × 2 matrices."""

import torch


def rope(x, base=10000.0):
    T, d = x.shape[-2], x.shape[-1]
    angle = torch.outer(torch.arange(T, dtype=x.dtype), base ** (-torch.arange(0, d, 2, dtype=x.dtype) / d))
    cos, sin = angle.cos(), angle.sin()
    matrix = torch.stack([cos, -sin, sin, cos], dim=-1).view(T, d // 2, 2, 2)
    pairs = x.unflatten(-1, (d // 2, 2))
    return torch.einsum("tiab,...tib->...tia", matrix, pairs).reshape(x.shape)
