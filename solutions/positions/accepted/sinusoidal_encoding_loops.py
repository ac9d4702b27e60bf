"""Number by number, with math.sin and math.cos."""

import math

import torch


def sinusoidal_encoding(max_len, d):
    rows = []
    for p in range(max_len):
        row = []
        for i in range(d // 2):
            angle = p / 10000 ** (2 * i / d)
            row += [math.sin(angle), math.cos(angle)]
        rows.append(row)
    return torch.tensor(rows)
