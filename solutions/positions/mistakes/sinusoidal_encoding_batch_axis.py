"""Print the shape of the table.

How many axes does the contract promise?
"""

import torch

FAILS = ("sinusoidal_encoding_shape_and_dtype",)


def sinusoidal_encoding(max_len, d):
    position = torch.arange(max_len).unsqueeze(1)  # (max_len, 1)
    omega = 10000 ** (-torch.arange(0, d, 2) / d)  # (d/2,)
    pe = torch.zeros(max_len, d)
    pe[:, 0::2] = torch.sin(position * omega)
    pe[:, 1::2] = torch.cos(position * omega)
    return pe.unsqueeze(0)  # fault: an axis for the batch that nobody asked for
