"""Make a table of 5000 rows and look for two that are equal.

How many different whole numbers beyond 2048 does your dtype have?
"""

import torch

FAILS = (
    "sinusoidal_encoding_matches_formula",
    "sinusoidal_encoding_tells_positions_apart",
)


def sinusoidal_encoding(max_len, d):
    position = torch.arange(max_len).half().unsqueeze(1).float()  # fault: rounds positions beyond 2048
    omega = 10000 ** (-torch.arange(0, d, 2) / d)  # (d/2,)
    pe = torch.zeros(max_len, d)
    pe[:, 0::2] = torch.sin(position * omega)
    pe[:, 1::2] = torch.cos(position * omega)
    return pe
