"""Print the shape of what you return.

Where on the diagonal of a (d, d) matrix do the blocks go?
"""

import torch

FAILS = (
    "shift_matrix_moves_positions",
    "shift_matrix_steps_back",
    "shift_matrix_zero_step_is_identity",
    "shift_matrix_shape_and_dtype",
)
USELESS = "there is no matrix to multiply with"


def shift_matrix(k, d):
    angle = k * 10000 ** (-torch.arange(0, d, 2) / d)
    cos, sin = angle.cos(), angle.sin()
    return torch.stack([cos, -sin, sin, cos], dim=-1).view(d // 2, 2, 2)  # fault: not one matrix
