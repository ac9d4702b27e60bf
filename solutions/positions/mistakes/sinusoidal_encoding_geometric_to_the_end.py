"""Compare your last frequency for d = 4 with the example, and count the steps between the first and the last."""

import torch

FAILS = ("sinusoidal_encoding_matches_formula",)


def sinusoidal_encoding(max_len, d):
    position = torch.arange(max_len).unsqueeze(1)  # (max_len, 1)
    omega = torch.logspace(0, -4, d // 2)  # fault: the last is 10000^(−(d−2)/d), not 1/10000
    pe = torch.zeros(max_len, d)
    pe[:, 0::2] = torch.sin(position * omega)
    pe[:, 1::2] = torch.cos(position * omega)
    return pe
