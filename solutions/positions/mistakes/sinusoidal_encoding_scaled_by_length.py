"""Make a table of 10 rows and one of 20, and compare row 5 of both.

Which of your lines knows max_len, and should it?
"""

import torch

FAILS = (
    "sinusoidal_encoding_matches_formula",
    "sinusoidal_encoding_longer_table_extends",
)


def sinusoidal_encoding(max_len, d):
    position = torch.arange(max_len).unsqueeze(1) / max_len  # fault: positions relative to the length
    omega = 10000 ** (-torch.arange(0, d, 2) / d)  # (d/2,)
    pe = torch.zeros(max_len, d)
    pe[:, 0::2] = torch.sin(position * omega)
    pe[:, 1::2] = torch.cos(position * omega)
    return pe
