"""Print the frequencies for d = 4 and compare the second with the example."""

import torch

FAILS = ("sinusoidal_encoding_matches_formula",)


def sinusoidal_encoding(max_len, d):
    position = torch.arange(max_len).unsqueeze(1)  # (max_len, 1)
    omega = 1000 ** (-torch.arange(0, d, 2) / d)  # fault: a zero is missing
    pe = torch.zeros(max_len, d)
    pe[:, 0::2] = torch.sin(position * omega)
    pe[:, 1::2] = torch.cos(position * omega)
    return pe
