"""Print the angle of each pair for d = 4 and k = 1: they should be 1 and 0.01."""

import math

import torch

FAILS = ("shift_matrix_moves_positions",)


def shift_matrix(k, d):
    R = torch.zeros(d, d)
    for i in range(d // 2):
        angle = k * 10000 ** (-i / d)  # fault: the exponent is 2i/d
        cos, sin = math.cos(angle), math.sin(angle)
        R[2 * i, 2 * i], R[2 * i, 2 * i + 1] = cos, -sin
        R[2 * i + 1, 2 * i], R[2 * i + 1, 2 * i + 1] = sin, cos
    return R
