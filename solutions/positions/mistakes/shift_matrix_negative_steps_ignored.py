"""Compare the matrices for k = 3 and k = −3.

Multiplied with one another, what should they give?
"""

import math

import torch

FAILS = ("shift_matrix_steps_back",)


def shift_matrix(k, d):
    R = torch.zeros(d, d)
    for i in range(d // 2):
        angle = abs(k) * 10000 ** (-2 * i / d)  # fault: −k turns the other way
        cos, sin = math.cos(angle), math.sin(angle)
        R[2 * i, 2 * i], R[2 * i, 2 * i + 1] = cos, -sin
        R[2 * i + 1, 2 * i], R[2 * i + 1, 2 * i + 1] = sin, cos
    return R
