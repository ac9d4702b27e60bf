"""Call it with a sequence of 9, then one of 4, then with another base.

What does your table depend on, and when is it made?
"""

import torch

FAILS = ("rope_uses_base", "rope_calls_are_independent")


TABLES = {}


def rope(x, base=10000.0):
    T, d = x.shape[-2], x.shape[-1]
    if (T, d) not in TABLES:
        angle = torch.arange(T).unsqueeze(1) * base ** (-torch.arange(0, d, 2) / d)
        TABLES[T, d] = angle.cos(), angle.sin()  # fault: keeps the base of the first call
    cos, sin = (table.to(x.dtype) for table in TABLES[T, d])
    x1, x2 = x[..., 0::2], x[..., 1::2]
    return torch.stack([x1 * cos - x2 * sin, x1 * sin + x2 * cos], dim=-1).flatten(-2)
