"""Multiply row 0 of the table by your matrix for k = 1 and compare with row 1."""

import torch

FAILS = (
    "shift_matrix_moves_positions",
    "shift_matrix_steps_back",
    "shift_matrix_zero_step_is_identity",
    "shift_matrix_shape_and_dtype",
)
USELESS = "it does not move anything"


def shift_matrix(k, d):
    return torch.eye(d)  # fault: moves nothing
