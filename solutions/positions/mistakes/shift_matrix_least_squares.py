"""Print the largest entry of your matrix.

Can a rotation have such entries? How far do the slow pairs get over the rows that you fit?
"""

import torch

FAILS = (
    "shift_matrix_moves_positions",
    "shift_matrix_steps_back",
    "shift_matrix_zero_step_is_identity",
)
USELESS = "its entries are rounding errors for all but narrow tables"


def shift_matrix(k, d):
    angle = torch.arange(100 + abs(k)).unsqueeze(1) * 10000 ** (-torch.arange(0, d, 2) / d)
    pe = torch.stack([angle.sin(), angle.cos()], dim=-1).flatten(1)
    start, end = (pe[:100], pe[k:]) if k >= 0 else (pe[-k:], pe[:100])
    return torch.linalg.lstsq(start, end[:100]).solution  # fault: a fit to 100 rows is not the rotation
