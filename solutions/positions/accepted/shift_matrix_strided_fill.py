"""The column matrix filled by strides, transposed at the end."""

import torch


def shift_matrix(k, d):
    angle = k * 10000.0 ** (-torch.arange(0, d, 2) / d)
    matrix = torch.zeros(d, d)
    even, odd = torch.arange(0, d, 2), torch.arange(1, d, 2)
    matrix[even, even] = matrix[odd, odd] = angle.cos()
    matrix[even, odd] = angle.sin()
    matrix[odd, even] = -angle.sin()
    return matrix.T
