"""Print row 0 of the table beside the contract's example.

Does it begin with a sine or with a cosine?
"""

import torch

FAILS = ("sinusoidal_encoding_matches_formula",)


def sinusoidal_encoding(max_len, d):
    position = torch.arange(max_len).unsqueeze(1)  # (max_len, 1)
    omega = 10000 ** (-torch.arange(0, d, 2) / d)  # (d/2,)
    pe = torch.zeros(max_len, d)
    pe[:, 1::2] = torch.sin(position * omega)  # fault: sines belong in the even columns
    pe[:, 0::2] = torch.cos(position * omega)
    return pe
