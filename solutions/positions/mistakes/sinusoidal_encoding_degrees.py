"""What unit do torch.sin and torch.cos expect? Print row 1."""

import torch

FAILS = ("sinusoidal_encoding_matches_formula",)


def sinusoidal_encoding(max_len, d):
    position = torch.arange(max_len).unsqueeze(1)  # (max_len, 1)
    omega = 10000 ** (-torch.arange(0, d, 2) / d)  # (d/2,)
    pe = torch.zeros(max_len, d)
    pe[:, 0::2] = torch.sin(torch.deg2rad(position * omega))  # fault: the angles are radians already
    pe[:, 1::2] = torch.cos(torch.deg2rad(position * omega))
    return pe
