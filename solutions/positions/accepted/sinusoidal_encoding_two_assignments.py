"""An empty table whose even and odd columns are filled."""

import math

import torch


def sinusoidal_encoding(max_len, d):
    pe = torch.zeros(max_len, d)
    position = torch.arange(max_len, dtype=torch.float32).unsqueeze(1)
    div_term = torch.exp(torch.arange(0, d, 2).float() * (-math.log(10000.0) / d))
    pe[:, 0::2] = torch.sin(position * div_term)
    pe[:, 1::2] = torch.cos(position * div_term)
    return pe
