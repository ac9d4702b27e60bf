"""Print your frequencies for d = 8 and divide each by the one before.

What does `2 * i` count, if `i` already goes in steps of two?
"""

import torch

FAILS = ("sinusoidal_encoding_matches_formula",)


def sinusoidal_encoding(max_len, d):
    position = torch.arange(max_len).unsqueeze(1)
    i = torch.arange(0, d, 2)
    omega = 1 / 10000 ** (2 * i / d)  # fault: i counts columns already, and is doubled again
    pe = torch.zeros(max_len, d)
    pe[:, 0::2] = torch.sin(position * omega)
    pe[:, 1::2] = torch.cos(position * omega)
    return pe
