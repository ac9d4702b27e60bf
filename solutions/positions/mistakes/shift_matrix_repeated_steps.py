"""Print the matrix for k = 0.

How often does your loop run, and with which matrix does it begin?
"""

import torch

FAILS = ("shift_matrix_zero_step_is_identity",)


def shift_matrix(k, d):
    angle = 10000.0 ** (-torch.arange(0, d, 2) / d)
    blocks = torch.stack([angle.cos(), -angle.sin(), angle.sin(), angle.cos()], dim=-1).view(-1, 2, 2)
    step = torch.block_diag(*blocks)
    R = step  # fault: one step before the first, also for k = 0
    for _ in range(abs(k) - 1):
        R = R @ step
    return R if k > 0 else R.T
