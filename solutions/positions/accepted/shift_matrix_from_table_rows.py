"""Sines and cosines of k read from a row of the table; a negative k from the row of its size."""

import torch
from reference import sinusoidal_encoding


def shift_matrix(k, d):
    row = sinusoidal_encoding(abs(k) + 1, d)[-1]
    sines, cosines = row[0::2] * (1 if k >= 0 else -1), row[1::2]
    blocks = [torch.stack([c, -s, s, c]).view(2, 2) for s, c in zip(sines, cosines, strict=True)]
    return torch.block_diag(*blocks)
