"""Print the largest number of your table.

What is the largest value of a sine?
"""

import torch

FAILS = (
    "sinusoidal_encoding_matches_formula",
    "sinusoidal_encoding_starts_at_zero",
)


def sinusoidal_encoding(max_len, d):
    position = torch.arange(max_len).unsqueeze(1)  # (max_len, 1)
    omega = 10000 ** (-torch.arange(0, d, 2) / d)  # (d/2,)
    pe = torch.zeros(max_len, d)
    pe[:, 0::2] = torch.sin(position * omega)
    pe[:, 1::2] = torch.cos(position * omega)
    return pe / d**0.5  # fault: the table is not scaled
