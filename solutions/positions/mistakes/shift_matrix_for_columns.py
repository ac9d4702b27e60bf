"""Multiply row 0 of the table by your matrix for k = 1.

Is the result row 1, or would it be row −1? The matrix in the text acts on columns.
"""

import math

import torch

FAILS = ("shift_matrix_moves_positions",)


def shift_matrix(k, d):
    R = torch.zeros(d, d)
    for i in range(d // 2):
        angle = k * 10000 ** (-2 * i / d)
        cos, sin = math.cos(angle), math.sin(angle)
        R[2 * i, 2 * i], R[2 * i, 2 * i + 1] = cos, sin  # fault: PE(p) is a row, and stands on the left
        R[2 * i + 1, 2 * i], R[2 * i + 1, 2 * i + 1] = -sin, cos
    return R
