"""Print the largest angle of your table.

Do the later pairs turn more slowly than the first, or faster?
"""

import torch

FAILS = (
    "sinusoidal_encoding_matches_formula",
    "sinusoidal_encoding_dot_products_show_distance",
)


def sinusoidal_encoding(max_len, d):
    position = torch.arange(max_len).unsqueeze(1)  # (max_len, 1)
    omega = 10000 ** (torch.arange(0, d, 2) / d)  # fault: the sign of the exponent
    pe = torch.zeros(max_len, d)
    pe[:, 0::2] = torch.sin(position * omega)
    pe[:, 1::2] = torch.cos(position * omega)
    return pe
