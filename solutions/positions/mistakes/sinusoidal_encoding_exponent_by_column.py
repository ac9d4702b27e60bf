"""For d = 4, print the angles of columns 0 and 1 at position 1.

How many different angles should a pair have?
"""

import torch

FAILS = (
    "sinusoidal_encoding_matches_formula",
    "sinusoidal_encoding_dot_products_show_distance",
)


def sinusoidal_encoding(max_len, d):
    position = torch.arange(max_len).unsqueeze(1)
    angle = position / 10000 ** (torch.arange(d) / d)  # fault: sine and cosine get an angle each
    pe = torch.zeros(max_len, d)
    pe[:, 0::2] = torch.sin(angle[:, 0::2])
    pe[:, 1::2] = torch.cos(angle[:, 1::2])
    return pe
