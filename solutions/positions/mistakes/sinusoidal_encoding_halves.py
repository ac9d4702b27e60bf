"""Print row 1 of the table for d = 4 beside the contract's example.

Which numbers does the formula put next to one another?
"""

import torch

FAILS = ("sinusoidal_encoding_matches_formula",)


def sinusoidal_encoding(max_len, d):
    position = torch.arange(max_len).unsqueeze(1)
    omega = 10000 ** (-torch.arange(0, d, 2) / d)
    angle = position * omega  # (max_len, d/2)
    return torch.cat([angle.sin(), angle.cos()], dim=-1)  # fault: all sines, then all cosines
