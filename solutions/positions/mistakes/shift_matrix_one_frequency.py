"""Look at the second block of the matrix for k = 1 and d = 4.

By how much does the second pair turn in one step?
"""

import math

import torch

FAILS = ("shift_matrix_moves_positions",)


def shift_matrix(k, d):
    R = torch.zeros(d, d)
    for i in range(d // 2):
        angle = k  # fault: every pair has a frequency of its own
        cos, sin = math.cos(angle), math.sin(angle)
        R[2 * i, 2 * i], R[2 * i, 2 * i + 1] = cos, -sin
        R[2 * i + 1, 2 * i], R[2 * i + 1, 2 * i + 1] = sin, cos
    return R
