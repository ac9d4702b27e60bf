"""Diagonals of cosines and sines, combined with the Kronecker product."""

import torch


def shift_matrix(k, d):
    angle = k * 10000 ** (-torch.arange(0, d, 2) / d)
    swap = torch.tensor([[0.0, -1.0], [1.0, 0.0]])
    return torch.kron(angle.cos().diag(), torch.eye(2)) + torch.kron(angle.sin().diag(), swap)
