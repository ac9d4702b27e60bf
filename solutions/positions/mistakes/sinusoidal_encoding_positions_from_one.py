"""Look at row 0 of your table.

What is the sine of the angle at position 0?
"""

import torch

FAILS = (
    "sinusoidal_encoding_matches_formula",
    "sinusoidal_encoding_starts_at_zero",
)


def sinusoidal_encoding(max_len, d):
    position = torch.arange(1, max_len + 1).unsqueeze(1)  # fault: positions count from 0
    omega = 10000 ** (-torch.arange(0, d, 2) / d)  # (d/2,)
    pe = torch.zeros(max_len, d)
    pe[:, 0::2] = torch.sin(position * omega)
    pe[:, 1::2] = torch.cos(position * omega)
    return pe
