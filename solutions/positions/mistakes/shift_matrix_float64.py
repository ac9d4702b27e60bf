"""Print the dtype of the matrix beside the contract."""

import math

import torch

FAILS = ("shift_matrix_shape_and_dtype",)


def shift_matrix(k, d):
    R = torch.zeros(d, d, dtype=torch.float64)  # fault: the contract says float32
    for i in range(d // 2):
        angle = k * 10000 ** (-2 * i / d)
        cos, sin = math.cos(angle), math.sin(angle)
        R[2 * i, 2 * i], R[2 * i, 2 * i + 1] = cos, -sin
        R[2 * i + 1, 2 * i], R[2 * i + 1, 2 * i + 1] = sin, cos
    return R
