"""Checks of its own, and a ValueError for odd widths."""

import torch
from torch import Tensor


def rope(x: Tensor, base: float = 10000.0) -> Tensor:
    assert x.is_floating_point()
    if x.shape[-1] % 2:
        raise ValueError("d must be even")
    positions = torch.arange(x.shape[-2], device=x.device, dtype=torch.float32)
    pairs = torch.arange(x.shape[-1] // 2, device=x.device, dtype=torch.float32)
    angle = positions.view(-1, 1) / base ** (2 * pairs / x.shape[-1])
    cos, sin = torch.cos(angle), torch.sin(angle)
    out = torch.empty_like(x, memory_format=torch.contiguous_format)
    out[..., ::2] = x[..., ::2] * cos - x[..., 1::2] * sin
    out[..., 1::2] = x[..., ::2] * sin + x[..., 1::2] * cos
    return out
