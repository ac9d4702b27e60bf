"""Four entries a pair, with math.cos and math.sin."""

import math

import torch


def shift_matrix(k, d):
    R = torch.zeros(d, d)
    for i in range(d // 2):
        angle = k * 10000 ** (-2 * i / d)
        a, b = 2 * i, 2 * i + 1
        R[a, a] = R[b, b] = math.cos(angle)
        R[a, b] = -math.sin(angle)
        R[b, a] = math.sin(angle)
    return R
