"""Ask for the table (5, 6), then for (5, 8), then for (5, 6) again.

Of which width is the table that you keep, and do frequencies depend on the width?
"""

import torch

FAILS = ("sinusoidal_encoding_has_no_memory",)
USELESS = "what it returns depends on what was asked before"


KEPT = {}


def sinusoidal_encoding(max_len, d):
    if max_len not in KEPT or KEPT[max_len].shape[1] < d:
        angle = torch.arange(max_len).unsqueeze(1) * 10000 ** (-torch.arange(0, d, 2) / d)
        KEPT[max_len] = torch.stack([angle.sin(), angle.cos()], dim=-1).flatten(-2)
    return KEPT[max_len][:, :d]  # fault: the first columns of a wider table have other frequencies
