"""x · cos + rotated x · sin, with the tables repeated for both of a pair."""

import torch


def rotate_pairs(x):
    return torch.stack((-x[..., 1::2], x[..., 0::2]), dim=-1).reshape(x.shape)


def rope(x: torch.Tensor, base: float = 10000.0) -> torch.Tensor:
    T, d = x.shape[-2:]
    theta = base ** -(torch.arange(0, d, 2, dtype=torch.float64) / d)
    angle = (torch.arange(T, dtype=torch.float64)[:, None] * theta).repeat_interleave(2, dim=-1)
    return x * angle.cos().to(x.dtype) + rotate_pairs(x) * angle.sin().to(x.dtype)
