"""NumPy, with the columns chosen by parity."""

import numpy as np
import torch


def sinusoidal_encoding(max_len, d):
    column = np.arange(d)
    angle = np.arange(max_len)[:, None] / np.power(10000.0, 2 * (column // 2) / d)
    table = np.where(column % 2 == 0, np.sin(angle), np.cos(angle))
    return torch.from_numpy(table).float()
