"""The exponential of k times the generator of the rotations."""

import torch


def shift_matrix(k: int, d: int) -> torch.Tensor:
    omega = 10000.0 ** (-torch.arange(0, d, 2, dtype=torch.float64) / d)
    turn = torch.tensor([[0.0, -1.0], [1.0, 0.0]], dtype=torch.float64)
    generator = torch.block_diag(*(w * turn for w in omega))
    return torch.matrix_exp(k * generator).float()
