"""Pair by pair in a loop."""

import torch


def rope(x, base=10000.0):
    T, d = x.shape[-2:]
    p = torch.arange(T, dtype=x.dtype)
    columns = []
    for i in range(d // 2):
        angle = p * base ** (-2 * i / d)
        a, b = x[..., 2 * i], x[..., 2 * i + 1]
        columns.append(a * angle.cos() - b * angle.sin())
        columns.append(a * angle.sin() + b * angle.cos())
    return torch.stack(columns, dim=-1)
