"""Call it with a tensor whose last axis is strided, such as x[..., ::2].

What does the message say?
"""

import torch

FAILS = ("rope_any_memory_layout",)


def rope(x, base=10000.0):
    T, d = x.shape[-2], x.shape[-1]
    angle = torch.arange(T).unsqueeze(1) * base ** (-torch.arange(0, d, 2) / d)
    pairs = torch.view_as_complex(x.reshape(*x.shape[:-1], d // 2, 2))  # fault: needs neighbours in memory
    turn = torch.polar(torch.ones_like(angle), angle)
    return torch.view_as_real(pairs * turn).flatten(-2).to(x.dtype)
