"""Print your exponents for d = 8 before you use them.

What is the difference between `/` and `//`?
"""

import torch

FAILS = ("sinusoidal_encoding_matches_formula",)


def sinusoidal_encoding(max_len, d):
    position = torch.arange(max_len).unsqueeze(1)  # (max_len, 1)
    omega = 10000 ** (-(torch.arange(0, d, 2) // d).float())  # fault: every exponent is 0
    pe = torch.zeros(max_len, d)
    pe[:, 0::2] = torch.sin(position * omega)
    pe[:, 1::2] = torch.cos(position * omega)
    return pe
