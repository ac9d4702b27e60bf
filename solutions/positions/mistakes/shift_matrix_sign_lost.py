"""Multiply your matrix for k = 1 by its transpose.

What should come out for a rotation?
"""

import math

import torch

FAILS = ("shift_matrix_moves_positions",)


def shift_matrix(k, d):
    R = torch.zeros(d, d)
    for i in range(d // 2):
        angle = k * 10000 ** (-2 * i / d)
        cos, sin = math.cos(angle), math.sin(angle)
        R[2 * i, 2 * i], R[2 * i, 2 * i + 1] = cos, sin  # fault: one of the sines is negative
        R[2 * i + 1, 2 * i], R[2 * i + 1, 2 * i + 1] = sin, cos
    return R
