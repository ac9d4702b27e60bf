"""Call it with a transposed tensor, x.transpose(1, 2).

What does the message say? Which method reshapes whatever the memory looks like?
"""

import torch

FAILS = ("rope_any_memory_layout",)


def rope(x, base=10000.0):
    T, d = x.shape[-2], x.shape[-1]
    angle = torch.arange(T).unsqueeze(1) * base ** (-torch.arange(0, d, 2) / d)
    turn = torch.polar(torch.ones_like(angle), angle)  # (T, d/2)
    rows = x.view(-1, d)  # fault: a view needs its axes in order in memory
    pairs = torch.complex(rows[:, 0::2], rows[:, 1::2]).reshape(*x.shape[:-1], d // 2)
    return torch.view_as_real(pairs * turn).flatten(-2).to(x.dtype)
