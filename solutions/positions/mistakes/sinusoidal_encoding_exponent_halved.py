"""Print your frequencies for d = 4: they should be 1 and 0.01.

Over which numbers does `i` run, and what stands before it in the exponent?
"""

import torch

FAILS = ("sinusoidal_encoding_matches_formula",)


def sinusoidal_encoding(max_len, d):
    position = torch.arange(max_len).unsqueeze(1)  # (max_len, 1)
    omega = 10000 ** (-torch.arange(d // 2) / d)  # fault: the 2 of the exponent is missing
    pe = torch.zeros(max_len, d)
    pe[:, 0::2] = torch.sin(position * omega)
    pe[:, 1::2] = torch.cos(position * omega)
    return pe
