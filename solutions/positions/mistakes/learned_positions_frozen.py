"""Print which of the module's parameters require a gradient."""

import torch
from torch import nn

FAILS = (
    "learned_positions_adds_its_table",
    "learned_positions_row_belongs_to_position",
    "learned_positions_parameter_count",
    "learned_positions_gradients",
    "learned_positions_any_leading_axes",
    "learned_positions_leaves_input_alone",
)
USELESS = "nothing in it is trained"


class LearnedPositions(nn.Module):
    def __init__(self, max_len, d):
        super().__init__()
        self.table = nn.Parameter(torch.randn(max_len, d), requires_grad=False)  # fault: never trained

    def forward(self, x):
        T = x.shape[-2]
        if len(self.table) < T:
            raise ValueError("sequence too long")
        return x + self.table[:T]
