"""Compare rows 0 and 256.

Which numbers can your dtype hold?
"""

import torch

FAILS = (
    "sinusoidal_encoding_matches_formula",
    "sinusoidal_encoding_tells_positions_apart",
)


def sinusoidal_encoding(max_len, d):
    position = torch.arange(max_len).to(torch.uint8).unsqueeze(1)  # fault: 256 becomes 0
    omega = 10000 ** (-torch.arange(0, d, 2) / d)  # (d/2,)
    pe = torch.zeros(max_len, d)
    pe[:, 0::2] = torch.sin(position * omega)
    pe[:, 1::2] = torch.cos(position * omega)
    return pe
